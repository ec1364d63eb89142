// A name for this browser or tab, so that the server can tell a returning stream from a new one.

const KEY = "assistant-client";

/** Sixteen random letters; randomUUID is missing on plain http addresses. */
export function newName() {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The name kept in a storage, made if need be; a browser that keeps nothing gets a new one each time. */
export function keptName(storage) {
  try {
    const kept = storage().getItem(KEY) ?? newName();
    storage().setItem(KEY, kept);
    return kept;
  } catch {
    return newName();
  }
}
