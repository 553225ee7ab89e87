import { GatewayError } from '../gateway-error.ts';
import type { BankOrder, BankParty } from '../ports.ts';
import { CLEARING_CODES } from './clearing-codes.ts';

/** One payment a message: each has an end of its own. */
export function pain001Of(order: BankOrder): string {
  const { attemptNo, amountCents, from, to, remark, at } = order;
  if (!Number.isSafeInteger(amountCents) || amountCents <= 0) {
    throw new GatewayError('NOT_SENT', `${amountCents} cents are no amount`);
  }
  const amount = `${Math.floor(amountCents / 100)}.${String(amountCents % 100).padStart(2, '0')}`;
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Nairobi' }).format(at);
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn>
<GrpHdr><MsgId>${escaped(attemptNo)}</MsgId><CreDtTm>${at.toISOString()}</CreDtTm><NbOfTxs>1</NbOfTxs><CtrlSum>${amount}</CtrlSum><InitgPty><Nm>${escaped(from.name)}</Nm></InitgPty></GrpHdr>
<PmtInf><PmtInfId>${escaped(attemptNo)}</PmtInfId><PmtMtd>TRF</PmtMtd><NbOfTxs>1</NbOfTxs><CtrlSum>${amount}</CtrlSum><ReqdExctnDt><Dt>${day}</Dt></ReqdExctnDt>
<Dbtr><Nm>${escaped(from.name)}</Nm></Dbtr>${accountOf('DbtrAcct', from)}${agentOf('DbtrAgt', from)}<ChrgBr>SLEV</ChrgBr>
<CdtTrfTxInf><PmtId><InstrId>${escaped(attemptNo)}</InstrId><EndToEndId>${escaped(attemptNo)}</EndToEndId></PmtId><Amt><InstdAmt Ccy="KES">${amount}</InstdAmt></Amt>
${agentOf('CdtrAgt', to)}<Cdtr><Nm>${escaped(to.name)}</Nm></Cdtr>${accountOf('CdtrAcct', to)}<RmtInf><Ustrd>${escaped(remark)}</Ustrd></RmtInf></CdtTrfTxInf>
</PmtInf></CstmrCdtTrfInitn></Document>`;
}

const accountOf = (name: string, { accountNo }: BankParty): string =>
  `<${name}><Id><Othr><Id>${escaped(accountNo)}</Id></Othr></Id><Ccy>KES</Ccy></${name}>`;

function agentOf(name: string, { bankCode }: BankParty): string {
  const code = CLEARING_CODES[bankCode];
  if (code === undefined) throw new GatewayError('NOT_SENT', `no clearing code of ${bankCode}`);
  return `<${name}><FinInstnId><ClrSysMmbId><MmbId>${code}</MmbId></ClrSysMmbId></FinInstnId></${name}>`;
}

/** Names and texts of the format have 140 characters at most. */
const escaped = (text: string): string =>
  text
    .slice(0, 140)
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD]/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
