/** After this long without a key, a pointer or a wheel, nobody is taken to sit at the desk. Milliseconds. */
const ATTENDED_MS = 60_000;

const INPUTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

let lastInputAt = Date.now();

function note(): void {
  lastInputAt = Date.now();
}

/**
 * Watches for signs of a person, so that calls the console makes automatically (the poll of rights, a refresh
 * after an event) do not keep a session alive at a desk that was left. The result stops it.
 */
export function watchAttendance(view: Window = window): () => void {
  note();
  for (const input of INPUTS) {
    view.addEventListener(input, note, { capture: true, passive: true });
  }
  return () => {
    for (const input of INPUTS) view.removeEventListener(input, note, { capture: true });
  };
}

/** Whether somebody touched key or pointer within the last minute. */
export function isAttended(now: number = Date.now()): boolean {
  return now - lastInputAt < ATTENDED_MS;
}
