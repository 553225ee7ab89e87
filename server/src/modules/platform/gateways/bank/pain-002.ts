import { childrenOf, elementAt, readXml, textAt, XmlRefused } from '../../../../xml/read-xml.ts';
import { CallbackUnreadable } from '../callbacks/topics.ts';

/** What a bank says of one payment. */
export interface BankReport {
  readonly createdAt: Date;
  /** Ours. */
  readonly endToEndId: string;
  /** ISO 20022's: ACSC and ACCC settled, RJCT rejected, RCVD ACTC ACCP ACSP PDNG under way. */
  readonly status: string;
  /** `AC04`: account closed; '' where there is none. */
  readonly reasonCode: string;
  readonly reason: string;
  /** The bank's own number of the payment. */
  readonly reference: string | null;
  readonly amountCents: number | null;
  readonly creditorAccountNo: string | null;
}

const NAMESPACE = /^urn:iso:std:iso:20022:tech:xsd:pain\.002\.001\.\d{2}$/;
const BOUNDS = { elements: 500, depth: 16 };

/** Of one payment: the message that we send has no more. @throws CallbackUnreadable */
export function readPain002(content: string): BankReport {
  try {
    const { root, namespace } = readXml(content, BOUNDS);
    if (namespace === null || !NAMESPACE.test(namespace)) throw new CallbackUnreadable('It is no pain.002');
    const report = elementAt(root, 'CstmrPmtStsRpt');
    const payments = report
      ? childrenOf(report, 'OrgnlPmtInfAndSts').flatMap((each) => childrenOf(each, 'TxInfAndSts'))
      : [];
    const [payment, second] = payments;
    if (!report || !payment || second) throw new CallbackUnreadable('It is not of one payment');
    const endToEndId = textAt(payment, 'OrgnlEndToEndId');
    const status = textAt(payment, 'TxSts');
    const told = textAt(report, 'GrpHdr', 'CreDtTm') ?? '';
    // A time without its zone is one in Nairobi, as on statements.
    const createdAt = new Date(/(Z|[+-]\d{2}:\d{2})$/.test(told) ? told : `${told}+03:00`);
    if (endToEndId === null || status === null || Number.isNaN(createdAt.getTime())) {
      throw new CallbackUnreadable('It names no payment, status or time');
    }
    const amount = elementAt(payment, 'OrgnlTxRef', 'Amt', 'InstdAmt');
    return {
      createdAt,
      endToEndId,
      status,
      reasonCode: textAt(payment, 'StsRsnInf', 'Rsn', 'Cd') ?? textAt(payment, 'StsRsnInf', 'Rsn', 'Prtry') ?? '',
      reason: textAt(payment, 'StsRsnInf', 'AddtlInf') ?? '',
      reference: textAt(payment, 'AcctSvcrRef'),
      amountCents: amount ? centsOf(amount.text, amount.attributes['Ccy']) : null,
      creditorAccountNo: textAt(payment, 'OrgnlTxRef', 'CdtrAcct', 'Id', 'Othr', 'Id'),
    };
  } catch (error) {
    if (error instanceof XmlRefused) throw new CallbackUnreadable(error.message);
    throw error;
  }
}

/** Rejected because the bank has that very payment: nothing is said of the one that it has (AM05, DU01 to DU09). */
export const isRepeated = ({ status, reasonCode }: Pick<BankReport, 'status' | 'reasonCode'>): boolean =>
  status === 'RJCT' && /^(AM05|DU0\d)$/.test(reasonCode);

function centsOf(text: string, currency: string | undefined): number {
  const [, whole, fraction = ''] = /^(\d{1,13})(?:\.(\d{1,2})0*)?$/.exec(text) ?? [];
  if (whole === undefined || currency !== 'KES')
    throw new CallbackUnreadable(`"${text.slice(0, 32)}" is no amount in KES`);
  return Number(whole + fraction.padEnd(2, '0'));
}
