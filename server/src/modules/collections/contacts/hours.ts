import { addDays, businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';

/** EAT: `08:00`, up to but not at `19:00`. */
export interface ContactHours {
  readonly from: string;
  readonly to: string;
}

/** When the hours begin next; null within them. Pure. */
export function nextOpening(at: Date, { from, to }: ContactHours): Date | null {
  const today = businessDateOf(at);
  const opens = timeOn(today, from);
  if (at < opens) return opens;
  return at < timeOn(today, to) ? null : timeOn(addDays(today, 1), from);
}

/** When the hours begin on the day after. */
export function nextDaysOpening(at: Date, { from }: ContactHours): Date {
  return timeOn(addDays(businessDateOf(at), 1), from);
}

function timeOn(date: string, time: string): Date {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return new Date(startOfBusinessDate(date).getTime() + (hours * 60 + minutes) * 60_000);
}
