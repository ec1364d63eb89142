// A way over a table as people type it: "58.2,44 60,45" are two points, in inches from the south-west corner.

import { Refused } from "./api.js";

const NUMBER = String.raw`-?\d{1,4}(?:\.\d{1,3})?`;
const LONE = new RegExp(String.raw`^(${NUMBER})[\s;]+(${NUMBER})$`);
const POINT = new RegExp(String.raw`^(${NUMBER}),(${NUMBER})$`);

/** The points in thousandths of an inch; throws `Refused` with what is not understood and what to write. */
export function wayOf(text) {
  const tidy = text.trim().replace(/\s*,\s*/g, ",");
  const points = LONE.test(tidy) ? [tidy.match(LONE)] : tidy.split(/[\s;]+/).map((one) => one.match(POINT) ?? one);
  const wrong = points.find((one) => typeof one === "string");
  if (wrong !== undefined) {
    throw new Refused({ code: "no-point", kind: "malformed", sentence: `“${wrong}” is no point of the table.`,
      do: "Write inches from the west and from the south, such as 58.2,44." });
  }
  return points.map(([, x, y]) => [x, y].map((part) => Math.round(Number(part) * 1000)));
}

/** How a way is read, in words; nothing as long as it is not one. */
export function wayInWords(text) {
  try {
    const told = wayOf(text).map(([x, y]) => `${x / 1000}″ from the west and ${y / 1000}″ from the south`);
    return `To ${told.join(", then ")}.`;
  } catch {
    return "";
  }
}
