import {
  childrenOf,
  elementAt,
  readXml,
  textAt,
  type XmlBounds,
  type XmlElement,
  XmlRefused,
} from '../../../xml/read-xml.ts';
import {
  type BankStatement,
  datedSerial,
  dayStart,
  kindOf,
  StatementRefused,
  withOwnSerials,
} from './bank-statement.ts';
import type { StatementLine } from './statement-line.ts';

/*
 * ISO 20022 camt.053, Bank to Customer Statement, of any version: what is read here has kept its place since the second,
 * but for the status of an entry, which became a group. What is not booked moved no money.
 */

const NAMESPACE = /^urn:iso:std:iso:20022:tech:xsd:camt\.053\.001\.\d{2}$/;
const BOUNDS: XmlBounds = { elements: 200_000, depth: 32 };

/** The statements of a file. @throws StatementRefused */
export function readCamt053(content: string): BankStatement[] {
  try {
    const { root, namespace } = readXml(content, BOUNDS);
    if (namespace === null || !NAMESPACE.test(namespace)) throw refused('no camt.053');
    const statements = childrenOf(needed(root, 'BkToCstmrStmt'), 'Stmt');
    if (statements.length === 0) throw refused('no statement');
    return withOwnSerials(statements.map(statementOf));
  } catch (error) {
    if (error instanceof XmlRefused) throw refused(error.message);
    throw error;
  }
}

const refused = (message: string) => new StatementRefused(null, message);

function needed(element: XmlElement, ...path: readonly string[]): XmlElement {
  const found = elementAt(element, ...path);
  if (!found) throw refused(`no ${path.join('/')} in ${element.name}`);
  return found;
}

function statementOf(statement: XmlElement): BankStatement {
  const account = needed(statement, 'Acct', 'Id');
  const accountNo = textAt(account, 'IBAN') ?? textAt(account, 'Othr', 'Id');
  if (accountNo === null) throw refused('no account');
  const opening = balanceOf(statement, ['OPBD', 'PRCD', 'OPAV']);
  const closing = balanceOf(statement, ['CLBD']);
  const { currency } = opening;
  if (closing.currency !== currency) throw refused('two currencies');
  const id = textAt(statement, 'Id') ?? 'STMT';
  const lines: StatementLine[] = [];
  for (const entry of childrenOf(statement, 'Ntry')) {
    if ((textAt(entry, 'Sts', 'Cd') ?? textAt(entry, 'Sts')) !== 'BOOK') continue;
    for (const part of partsOf(entry, currency)) lines.push(lineOf(entry, part, id));
  }
  return {
    accountNo,
    currency,
    openingCents: opening.cents,
    closingCents: closing.cents,
    lines,
  };
}

/** The first balance of these kinds. */
function balanceOf(statement: XmlElement, kinds: readonly string[]) {
  const balances = childrenOf(statement, 'Bal');
  const found = kinds.flatMap((kind) => balances.filter((each) => textAt(each, 'Tp', 'CdOrPrtry', 'Cd') === kind))[0];
  if (!found) throw refused(`no balance ${kinds[0]}`);
  const amount = amountOf(needed(found, 'Amt'), true);
  return { currency: amount.currency, cents: isCredit(found) ? amount.cents : -amount.cents };
}

function isCredit(element: XmlElement): boolean {
  const mark = textAt(element, 'CdtDbtInd');
  if (mark !== 'CRDT' && mark !== 'DBIT') throw refused(`no CdtDbtInd in ${element.name}`);
  return mark === 'CRDT';
}

/** `105678.50` with its currency, without passing through a float. */
function amountOf(element: XmlElement, mayBeNothing = false) {
  const [, whole, fraction = ''] = /^\+?(\d{1,13})(?:\.(\d{0,5}))?$/.exec(element.text) ?? [];
  const currency = element.attributes['Ccy'] ?? '';
  if (whole === undefined || !/^[A-Z]{3}$/.test(currency) || /[1-9]/.test(fraction.slice(2))) {
    throw refused(`"${element.text.slice(0, 32)}" is no amount`);
  }
  const cents = Number(whole + fraction.slice(0, 2).padEnd(2, '0'));
  if (cents === 0 && !mayBeNothing) throw refused('an entry of nothing');
  return { cents, currency };
}

interface Part {
  readonly cents: number;
  /** TxDtls; the entry itself where it has none, or several that do not say how much each is of. */
  readonly details: XmlElement | undefined;
}

/** An entry may be of a batch: its transactions one by one where their amounts add up to it, else the whole. */
function partsOf(entry: XmlElement, currency: string): Part[] {
  const whole = amountOf(needed(entry, 'Amt'));
  if (whole.currency !== currency) throw refused('two currencies');
  const details = childrenOf(entry, 'NtryDtls').flatMap((each) => childrenOf(each, 'TxDtls'));
  if (details.length > 1) {
    const parts = details.flatMap((each) => {
      const amount = elementAt(each, 'Amt') ?? elementAt(each, 'AmtDtls', 'TxAmt', 'Amt');
      return amount ? { cents: amountOf(amount).cents, details: each } : [];
    });
    const sum = parts.reduce((total, { cents }) => total + cents, 0);
    if (parts.length === details.length && sum === whole.cents) return parts;
  }
  return [{ cents: whole.cents, details: details.length === 1 ? details[0] : undefined }];
}

function lineOf(entry: XmlElement, { cents, details }: Part, id: string): StatementLine {
  const happenedAt = bookedAt(entry);
  const own = details && textAt(details, 'Refs', 'EndToEndId');
  const ownReference = own === undefined || own === null || own === 'NOTPROVIDED' ? null : own;
  const serial =
    (details && textAt(details, 'Refs', 'AcctSvcrRef')) ??
    textAt(entry, 'AcctSvcrRef') ??
    textAt(entry, 'NtryRef') ??
    ownReference ??
    datedSerial(id, happenedAt);
  const texts = [
    ...(details ? childrenOf(elementAt(details, 'RmtInf') ?? details, 'Ustrd').map(({ text }) => text) : []),
    (details && textAt(details, 'AddtlTxInf')) ?? '',
    textAt(entry, 'AddtlNtryInf') ?? '',
  ];
  const narrative = texts
    .filter((text) => text !== '')
    .join(' ')
    .slice(0, 200);
  const code = textAt(entry, 'BkTxCd', 'Domn', 'Fmly', 'SubFmlyCd') ?? '';
  const kind = kindOf(isCredit(entry), /^(CHRG|FEES|COMM)$/.test(code), narrative);
  return { serial, kind, amountCents: cents, happenedAt, details: narrative, ownReference };
}

/** When it was booked; a day alone is one in Nairobi, a time without its zone as well. */
function bookedAt(entry: XmlElement): Date {
  const on = elementAt(entry, 'BookgDt') ?? needed(entry, 'ValDt');
  const day = textAt(on, 'Dt')?.match(/^(\d{4})-(\d{2})-(\d{2})/);
  const time = textAt(on, 'DtTm');
  if (day) {
    const [, year = '', month = '', date = ''] = day;
    const moment = dayStart(year, month, date);
    if (moment) return moment;
  } else if (time !== null && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})?$/.test(time)) {
    const moment = new Date(/(Z|[+-]\d{2}:\d{2})$/.test(time) ? time : `${time}+03:00`);
    if (!Number.isNaN(moment.getTime())) return moment;
  }
  throw refused('no day of booking');
}
