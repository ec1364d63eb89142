"""Those who answer without a person: dice from a file or from chance, and battles resolved in one go."""
