import {
  type BankStatement,
  dayStart,
  kindOf,
  StatementRefused,
  datedSerial,
  withOwnSerials,
} from './bank-statement.ts';
import type { StatementLine } from './statement-line.ts';

/*
 * SWIFT MT 940, Customer Statement Message, in or out of its blocks {1:}…{4:}. Strict: a field that is not of the
 * message, or not written as its format says, ends the reading. The one liberty is an amount without its comma, which
 * some banks leave out and which can mean one thing alone.
 */

interface Field {
  readonly tag: string;
  readonly text: string;
  /** Of the file, from 1. */
  readonly line: number;
}

/** Fields of the message and how often each may come before its closing balance. */
const KNOWN = new Set(['20', '21', '25', '25P', '28', '28C', '60F', '60M', '61', '86', '62F', '62M', '64', '65', 'NS']);
const TAG = /^:(\d{2}[A-Z]?|NS):(.*)$/;
const MAX_LINES = 100_000;

const BALANCE = /^([CD])(\d{2})(\d{2})(\d{2})([A-Z]{3})(\d{1,13})(?:,(\d{0,2}))?$/;
/** Value date, entry date, mark, funds code, amount, type, our reference, the bank's. */
const ENTRY =
  /^(\d{2})(\d{2})(\d{2})(\d{4})?(R?[CD])([A-Z])?(\d{1,13})(?:,(\d{0,2}))?([NFS][A-Z0-9]{3})(.{1,16}?)(?:\/\/(.{1,16}))?$/;

const centsOf = (whole = '', fraction = ''): number => Number(whole + fraction.padEnd(2, '0'));

/** The statements of a file. @throws StatementRefused */
export function readMt940(content: string): BankStatement[] {
  const messages = messagesOf(fieldsOf(content));
  if (messages.length === 0) throw new StatementRefused(1, 'no statement');
  return withOwnSerials(messages.map(statementOf));
}

function fieldsOf(content: string): Field[] {
  const fields: Field[] = [];
  const lines = content.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  if (lines.length > MAX_LINES) throw new StatementRefused(MAX_LINES, 'too many lines');
  for (const [index, raw] of lines.entries()) {
    const line = index + 1;
    // What is around a message: its headers, its end, the dash between two.
    const text = raw.replace(/^(?:\{[1235]:[^{}]*(?:\{[^{}]*\})*[^{}]*\})*(?:\{4:)?/, '').trimEnd();
    if (text === '' || text === '-' || /^-\}/.test(text)) continue;
    const [, tag, rest = ''] = TAG.exec(text) ?? [];
    if (tag !== undefined) {
      if (!KNOWN.has(tag)) throw new StatementRefused(line, `no field ${tag}`);
      fields.push({ tag, text: rest, line });
      continue;
    }
    const before = fields.at(-1);
    if (!before || !['86', '61', 'NS'].includes(before.tag)) throw new StatementRefused(line, 'text without a field');
    fields[fields.length - 1] = { ...before, text: `${before.text}\n${text}` };
  }
  return fields;
}

/** A message begins with its reference. */
function messagesOf(fields: readonly Field[]): Field[][] {
  const messages: Field[][] = [];
  for (const field of fields) {
    if (field.tag === '20') messages.push([]);
    const message = messages.at(-1);
    if (!message) throw new StatementRefused(field.line, 'a field before the reference');
    message.push(field);
  }
  return messages;
}

/** The one field of these tags. */
function only(message: readonly Field[], ...tags: readonly string[]): Field {
  const found = message.filter(({ tag }) => tags.includes(tag));
  const [field, second] = found;
  if (!field) throw new StatementRefused(message[0]?.line ?? null, `no field ${tags[0]}`);
  if (second) throw new StatementRefused(second.line, `field ${second.tag} twice`);
  return field;
}

function statementOf(message: readonly Field[]): BankStatement {
  const opening = balanceOf(only(message, '60F', '60M'));
  const closing = balanceOf(only(message, '62F', '62M'));
  const closingField = only(message, '62F', '62M');
  if (opening.currency !== closing.currency) throw new StatementRefused(closingField.line, 'two currencies');
  only(message, '28C', '28');
  const reference = only(message, '20').text.trim();
  const lines: StatementLine[] = [];
  for (const [index, field] of message.entries()) {
    if (field.tag !== '61') continue;
    const next = message[index + 1];
    const details = next?.tag === '86' ? next.text : '';
    lines.push(entryOf(field, details, reference));
  }
  return {
    accountNo: only(message, '25', '25P').text.trim(),
    currency: opening.currency,
    openingCents: opening.cents,
    closingCents: closing.cents,
    lines,
  };
}

function balanceOf({ text, line }: Field): { readonly cents: number; readonly currency: string } {
  const [, mark, year, month, day, currency, whole, fraction] = BALANCE.exec(text.trim()) ?? [];
  if (currency === undefined || !dayStart(`20${year}`, month ?? '', day ?? '')) {
    throw new StatementRefused(line, 'no balance');
  }
  const cents = centsOf(whole, fraction);
  return { cents: mark === 'D' ? -cents : cents, currency };
}

function entryOf({ text, line }: Field, narrative: string, reference: string): StatementLine {
  const [first = '', ...more] = text.split('\n');
  const found = ENTRY.exec(first);
  if (!found) throw new StatementRefused(line, 'no entry');
  const [, yy, mm, dd, entryDay, mark, , whole, fraction, type = '', ours = '', banks] = found;
  const amountCents = centsOf(whole, fraction);
  if (amountCents === 0) throw new StatementRefused(line, 'an entry of nothing');
  const happenedAt = bookedOn([yy, mm, dd], entryDay);
  if (!happenedAt) throw new StatementRefused(line, 'no such day');
  // The mirror of a credit takes money out again.
  const isCredit = mark === 'C' || mark === 'RD';
  const details = [narrative, ...more].join(' ').replace(/\s+/g, ' ').trim().slice(0, 200);
  const ownReference = ours.trim() === '' || /^NONREF$/i.test(ours.trim()) ? null : ours.trim();
  const kind = kindOf(isCredit, /^.(CHG|COM)$/.test(type), details);
  const serial = banks?.trim() || ownReference || datedSerial(reference, happenedAt);
  return { serial, kind, amountCents, happenedAt, details, ownReference };
}

/** The day it was entered, which has no year of its own: the one closest to the day of value. */
function bookedOn([yy, mm, dd]: readonly (string | undefined)[], entryDay: string | undefined): Date | null {
  const valued = dayStart(`20${yy}`, mm ?? '', dd ?? '');
  if (!valued || entryDay === undefined) return valued;
  const year = 2_000 + Number(yy);
  const near = [year - 1, year, year + 1].flatMap(
    (each) => dayStart(String(each), entryDay.slice(0, 2), entryDay.slice(2)) ?? [],
  );
  const away = (moment: Date) => Math.abs(moment.getTime() - valued.getTime());
  return near.toSorted((one, other) => away(one) - away(other))[0] ?? null;
}
