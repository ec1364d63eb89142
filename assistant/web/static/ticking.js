// The clock goes on by itself, without asking anybody: from when something began, and how long turns take.

const OFTEN = 5_000;
const MINUTE = 60_000;

// The clock of the game is the laptop's, whatever the clock of the browser says.
let told = "";
let ahead = 0;

function nowAt(clock) {
  if (clock.dataset.now !== told) {
    told = clock.dataset.now;
    ahead = Date.parse(told) - Date.now();
  }
  return Date.now() + ahead;
}

/** 13 minutes, 2 h 05; as the server says it. */
function long(span) {
  const minutes = Math.max(0, Math.floor(span / MINUTE));
  if (minutes >= 60) return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")}`;
  return minutes === 1 ? "1 minute" : `${minutes} minutes`;
}

/** 21:40 where the laptop stands, with the day where it is another. */
function timeOf(moment, now, zone) {
  const [then, today] = [moment, now].map((one) => new Date(one + zone * MINUTE));
  const [hour, minute] = [then.getUTCHours(), then.getUTCMinutes()].map((one) => String(one).padStart(2, "0"));
  if (then.toISOString().slice(0, 10) === today.toISOString().slice(0, 10)) return `${hour}:${minute}`;
  const day = String(then.getUTCDate()).padStart(2, "0");
  return `${hour}:${minute} on ${day} ${then.toLocaleString("en", { month: "long", timeZone: "UTC" })}`;
}

/** How long the turn was played: a long silence is a break, and none of it, also while it lasts. */
function playedOf({ dataset }, now) {
  const [since, last] = [dataset.since, dataset.last].map((one) => Date.parse(one));
  const until = now - last >= Number(dataset.rest) * 1_000 ? last : now;
  return Math.max(0, until - since);
}

function write(place, words) {
  if (place.textContent !== words) place.textContent = words;
}

function tick() {
  for (const clock of document.querySelectorAll("[data-now]")) {
    const now = nowAt(clock);
    const zone = Number(clock.dataset.zone);
    const soFar = playedOf(clock, now);
    const pace = Number(clock.dataset.pace) * 1_000;
    for (const place of clock.querySelectorAll("[data-time]")) write(place, timeOf(now, now, zone));
    for (const place of clock.querySelectorAll("[data-so-far]")) write(place, long(soFar));
    const inAll = Number(clock.dataset.before) * 1_000 + soFar;
    for (const place of clock.querySelectorAll("[data-in-all]")) write(place, long(inAll));
    for (const place of clock.querySelectorAll("[data-ends]")) {
      write(place, timeOf(now + Math.max(pace - soFar, 0) + pace * Number(place.dataset.ends), now, zone));
    }
    const isOver = pace >= 0 && Math.floor(soFar / MINUTE) > Math.floor(pace / MINUTE);
    for (const place of clock.querySelectorAll("[data-in-time]")) place.hidden = isOver;
    for (const place of clock.querySelectorAll("[data-over-time]")) place.hidden = !isOver;
  }
}

tick();
setInterval(tick, OFTEN);
document.addEventListener("refreshed", tick);
document.addEventListener("visibilitychange", tick);
