import { addDays, businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';

/** EAT, the end not included; absent: all day. */
interface Hours {
  readonly fromTime?: string | undefined;
  readonly toTime?: string | undefined;
}

/** The moment itself within the hours of a node, else when they begin next. Pure. */
export function withinHours(at: Date, { fromTime, toTime }: Hours): Date {
  if (fromTime === undefined || toTime === undefined) return at;
  const day = businessDateOf(at);
  const opens = timeOn(day, fromTime);
  if (at < opens) return opens;
  return at < timeOn(day, toTime) ? at : timeOn(addDays(day, 1), fromTime);
}

function timeOn(date: string, time: string): Date {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return new Date(startOfBusinessDate(date).getTime() + (hours * 60 + minutes) * 60_000);
}
