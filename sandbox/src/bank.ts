import type { FastifyInstance, FastifyReply } from 'fastify';
import { answer } from './answer.ts';
import type { World } from './behaviour.ts';
import type { Deliveries } from './deliver.ts';

export const BANK_KEY = 'sandbox-bank-key';

/** A payment, as the bank would hold it. */
export interface BankPayment {
  readonly endToEndId: string;
  /** `1500.00`. */
  readonly amount: string;
  readonly accountNo: string;
  /** The bank's own number: `FT000001`. */
  readonly reference: string;
  readonly isPaid: boolean;
  /** The lender's account. */
  readonly fromAccountNo: string;
  readonly at: Date;
}

/** A bank as far as a lender pays through it: takes pain.001, answers and reports in pain.002, each payment once. */
export class Bank {
  readonly payments: BankPayment[] = [];
  /** Callers' keys that came a second time, and were refused. */
  readonly repeated: string[] = [];
  readonly #world: World;
  readonly #deliveries: Deliveries;

  constructor(world: World, deliveries: Deliveries) {
    this.#world = world;
    this.#deliveries = deliveries;
  }

  register(app: FastifyInstance): void {
    app.addContentTypeParser('application/xml', { parseAs: 'string' }, (_, body, done) => done(null, body));
    app.post<{ Body: string }>('/bank/v1/payments', async ({ body, headers }, reply) => {
      if (headers.authorization !== `Bearer ${BANK_KEY}`) return await reply.status(401).send();
      return await this.#pay(body, String(headers['callback-url'] ?? ''), reply);
    });
    app.get<{ Params: { accountNo: string; day: string } }>(
      '/bank/v1/statements/:accountNo/:day',
      async ({ params: { accountNo, day }, headers }, reply) => {
        if (headers.authorization !== `Bearer ${BANK_KEY}`) return await reply.status(401).send();
        if (day > eatDay(new Date())) return await reply.status(404).send();
        return await this.#answer(reply, this.#statement(accountNo, day));
      },
    );
    app.get<{ Params: { id: string } }>('/bank/v1/payments/:id', async ({ params, headers }, reply) => {
      if (headers.authorization !== `Bearer ${BANK_KEY}`) return await reply.status(401).send();
      const payment = this.payments.find(({ endToEndId }) => endToEndId === params.id);
      if (!payment) return await reply.status(404).send();
      return await this.#answer(reply, reportOf(payment, endOf(payment)));
    });
  }

  /** What left an account on a day. */
  #statement(accountNo: string, day: string): string {
    const paid = this.payments.filter(
      ({ fromAccountNo, isPaid, at }) => isPaid && fromAccountNo === accountNo && eatDay(at) === day,
    );
    const cents = paid.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0);
    return statementOf(accountNo, day, paid, 100_000_000 - cents);
  }

  async #pay(message: string, callbackUrl: string, reply: FastifyReply) {
    const endToEndId = textOf(message, 'EndToEndId');
    const amount = textOf(message, 'InstdAmt');
    const accountNo = textOf(/<CdtrAcct>.*<\/CdtrAcct>/s.exec(message)?.[0] ?? '', 'Id');
    if (this.payments.some((each) => each.endToEndId === endToEndId)) {
      this.repeated.push(endToEndId);
      return await reply.status(409).send();
    }
    const fromAccountNo = textOf(/<DbtrAcct>.*<\/DbtrAcct>/s.exec(message)?.[0] ?? '', 'Id');
    const told = { endToEndId, amount, accountNo, fromAccountNo, at: new Date() };
    const isValid = endToEndId !== '' && /^\d+\.\d{2}$/.test(amount) && /^\d{6,20}$/.test(accountNo);
    if (!isValid || this.#world.happens('refusal')) {
      const refused = { ...told, reference: '', isPaid: false };
      return await this.#answer(
        reply,
        reportOf(refused, { status: 'RJCT', code: 'FF01', text: 'Invalid file format' }),
        400,
      );
    }
    const reference = `FT${String(this.payments.length + 1).padStart(6, '0')}`;
    const payment = { ...told, reference, isPaid: !this.#world.happens('failure') };
    this.payments.push(payment);
    this.#deliveries.xml(callbackUrl, reportOf(payment, endOf(payment)));
    return await this.#answer(reply, reportOf(payment, { status: 'ACTC' }), 202);
  }

  async #answer(reply: FastifyReply, report: string, status = 200) {
    return await answer(reply, this.#world, Buffer.from(report), { status, type: 'application/xml' });
  }
}

const eatDay = (at: Date): string => new Date(at.getTime() + 3 * 3_600_000).toISOString().slice(0, 10);

const shillings = (cents: number): string => (cents / 100).toFixed(2);

/** A camt.053 of payments that left the account. */
function statementOf(accountNo: string, day: string, paid: readonly BankPayment[], closingCents: number): string {
  const balance = (code: string, cents: number) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="KES">${shillings(cents)}</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>`;
  const entries = paid.map(
    ({ amount, reference, endToEndId }) =>
      `<Ntry><Amt Ccy="KES">${amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt>
<AcctSvcrRef>${reference}</AcctSvcrRef><NtryDtls><TxDtls><Refs><EndToEndId>${endToEndId}</EndToEndId></Refs></TxDtls></NtryDtls><AddtlNtryInf>Credit transfer</AddtlNtryInf></Ntry>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Id>S-${accountNo}-${day}</Id>
<Acct><Id><Othr><Id>${accountNo}</Id></Othr></Id></Acct>${balance('OPBD', 100_000_000)}${balance('CLBD', closingCents)}
${entries.join('\n')}</Stmt></BkToCstmrStmt></Document>`;
}

interface Status {
  readonly status: string;
  readonly code?: string;
  readonly text?: string;
}

const endOf = ({ isPaid }: BankPayment): Status =>
  isPaid ? { status: 'ACSC' } : { status: 'RJCT', code: 'AC04', text: 'Account closed' };

/** The text of the first element of that name that has no other within. */
const textOf = (message: string, name: string): string =>
  new RegExp(`<${name}(?: [^>]*)?>([^<]+)</${name}>`).exec(message)?.[1]?.trim() ?? '';

function reportOf(payment: BankPayment, { status, code, text }: Status): string {
  const { endToEndId, amount, accountNo, reference } = payment;
  const reason =
    code === undefined ? '' : `<StsRsnInf><Rsn><Cd>${code}</Cd></Rsn><AddtlInf>${text}</AddtlInf></StsRsnInf>`;
  const number = status === 'ACSC' ? `<AcctSvcrRef>${reference}</AcctSvcrRef>` : '';
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt>
<GrpHdr><MsgId>R-${endToEndId}-${status}</MsgId><CreDtTm>${new Date().toISOString()}</CreDtTm></GrpHdr>
<OrgnlGrpInfAndSts><OrgnlMsgId>${endToEndId}</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId></OrgnlGrpInfAndSts>
<OrgnlPmtInfAndSts><OrgnlPmtInfId>${endToEndId}</OrgnlPmtInfId><TxInfAndSts><OrgnlEndToEndId>${endToEndId}</OrgnlEndToEndId><TxSts>${status}</TxSts>${reason}${number}
<OrgnlTxRef><Amt><InstdAmt Ccy="KES">${amount}</InstdAmt></Amt><CdtrAcct><Id><Othr><Id>${accountNo}</Id></Othr></Id></CdtrAcct></OrgnlTxRef></TxInfAndSts></OrgnlPmtInfAndSts>
</CstmrPmtStsRpt></Document>`;
}
