// How figures of a quick fight come: mounted or on foot, and with what they bear.

/** Fields for a row; what is ticked is kept in the row as `mounted` and `bears`. */
export function comingFields(side, { profile, mounted, bears = [] }, figure) {
  if (!figure.may_ride && !figure.things.length) return [];
  const made = document.createElement("details");
  made.className = "ground";
  const summary = document.createElement("summary");
  summary.textContent = told(figure, mounted, bears);
  made.append(summary);
  if (figure.may_ride) made.append(tick("Mounted", `${side}-${profile}-mounted`, mounted ?? figure.rides, { rides: "" }));
  for (const { id, name } of figure.things) {
    made.append(tick(name, `${side}-${profile}-${id}`, bears.includes(id), { bears: id }));
  }
  return [made];
}

/** The row after a field of it was changed: a steed is ridden, and who does not ride has none. */
export function comes(row, field, figure) {
  const steeds = figure.things.filter((one) => one.is_steed).map((one) => one.id);
  if (field.dataset.rides !== undefined) {
    const bears = (row.bears ?? []).filter((one) => field.checked || !steeds.includes(one));
    return { ...row, mounted: field.checked, bears };
  }
  const others = (row.bears ?? []).filter((one) => one !== field.dataset.bears);
  const bears = field.checked ? [...others, field.dataset.bears] : others;
  const rides = field.checked && steeds.includes(field.dataset.bears);
  return { ...row, bears, ...(rides && { mounted: true }) };
}

/** Shows a row as it comes now, without closing what is open. */
export function showComing(made, row, figure) {
  const details = made.querySelector("details.ground");
  if (!details) return;
  details.querySelector("summary").textContent = told(figure, row.mounted, row.bears ?? []);
  const rides = details.querySelector("[data-rides]");
  if (rides) rides.checked = row.mounted ?? figure.rides;
  for (const field of details.querySelectorAll("[data-bears]")) field.checked = (row.bears ?? []).includes(field.dataset.bears);
}

function told(figure, mounted, bears) {
  const how = figure.may_ride ? [mounted ?? figure.rides ? "Mounted" : "On foot"] : [];
  const things = figure.things.filter((one) => bears.includes(one.id)).map((one) => one.name);
  return [...how, ...(things.length ? things : figure.things.length ? ["bears nothing"] : [])].join(" · ");
}

function tick(words, id, checked, data) {
  const label = document.createElement("label");
  label.className = "tick";
  const field = document.createElement("input");
  Object.assign(field, { type: "checkbox", id, checked });
  Object.assign(field.dataset, data);
  const span = document.createElement("span");
  span.textContent = words;
  label.append(field, span);
  return label;
}
