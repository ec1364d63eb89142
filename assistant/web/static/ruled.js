// Lines that name rules by their ids.

/** A line in which every rule it names can be opened. */
export function ruled(tag, words) {
  const made = document.createElement(tag);
  for (const part of words.split(/\b([A-Z]{2,}(?:-[A-Z0-9]+)+)\b/)) {
    if (/^[A-Z]{2,}-/.test(part)) {
      const link = document.createElement("a");
      link.className = "rule";
      link.href = `/rules/${part}`;
      link.textContent = part;
      made.append(link);
    } else {
      made.append(part);
    }
  }
  return made;
}
