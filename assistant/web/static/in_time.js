// Fetching anew, but not for ever: a line that died while a phone slept may keep a request waiting for minutes.

export const PATIENCE = 7_000; // a screen says within ten seconds that it has lost contact

export class TooLate extends Error {}

/** As `fetch`, of what stands there now, with all of its text; throws `TooLate` after some seconds. */
export async function fetchInTime(path, options = {}, patience = PATIENCE) {
  const giveUp = new AbortController();
  const limit = setTimeout(() => giveUp.abort(), patience);
  try {
    const response = await fetch(path, { ...options, cache: "no-store", signal: giveUp.signal });
    const { ok, status, redirected, url, headers } = response;
    return { ok, status, redirected, url, headers, text: await response.text() };
  } catch (error) {
    throw giveUp.signal.aborted ? new TooLate() : error;
  } finally {
    clearTimeout(limit);
  }
}
