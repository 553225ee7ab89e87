import { expect, test } from 'vitest';
import { StatementRefused } from './bank-statement.ts';
import { readCamt053 } from './read-camt053.ts';
import { readMt940 } from './read-mt940.ts';

/** As a Dutch bank sends it: a sample that mt940js publishes (Apache-2.0). */
const KNAB = `{1:F01KNABNL2HAXXX0000000000}{2:I940KNABNL2HXXXXN3020}{4:
:20:B4E08MS9D00A0009
:25:123456789
:28C:998/1
:60F:C140507EUR0,
:61:1405070507C500,NTRFNONREF//B4E07XM00J000023
:86:HIER EEN MOOIE OMSCHRIJVING IN HOOFDLETTERS
WANT DAT IS ZOALS DE NEDERLANDSE BANKEN COMMUNICEREN
:62F:C140508EUR500,
-}
{1:F01KNABNL2HAXXX0000000000}{2:I940KNABNL2HXXXXN3020}{4:
:20:B4G30MS9D00A003D
:25:123456789
:28C:999/1
:60F:C140729EUR3058,98
:61:1407290729D2760,NTRFNONREF//B4G29PGCVO7Q06US
/OCMT/EUR10,00/
:86:FACTUUR 201403110, 201403113
REK: NL65INGB0123456789/NAAM: PICQER
:61:1407290729C500NTRF29-07-2014 10:05//B4G29PGDCK1QFV3E
:86:12160475 0050001631430920 ORDERID: 264267 MEDIA MARKT ONLINE NE
REK: NL84INGB0234561789/NAAM: MMS ONLINE NEDERLAND B.V.
:62F:C140730EUR798,98
-}
`;

test('reads a published MT940 file of two statements', () => {
  const [first, second] = readMt940(KNAB);
  expect(first).toMatchObject({ accountNo: '123456789', currency: 'EUR', openingCents: 0, closingCents: 50_000 });
  expect(first?.lines).toEqual([
    {
      serial: 'B4E07XM00J000023',
      kind: 'IN',
      amountCents: 50_000,
      happenedAt: new Date('2014-05-07T00:00:00+03:00'),
      details: 'HIER EEN MOOIE OMSCHRIJVING IN HOOFDLETTERS WANT DAT IS ZOALS DE NEDERLANDSE BANKEN COMMUNICEREN',
      ownReference: null,
    },
  ]);
  expect(second).toMatchObject({ openingCents: 305_898, closingCents: 79_898 });
  expect(
    second?.lines.map(({ serial, kind, amountCents, ownReference }) => [serial, kind, amountCents, ownReference]),
  ).toEqual([
    ['B4G29PGCVO7Q06US', 'OUT', 276_000, null],
    ['B4G29PGDCK1QFV3E', 'IN', 50_000, '29-07-2014 10:05'],
  ]);
});

const kes = (...entries: readonly string[]) =>
  [':20:STMT1', ':25:0011223344', ':28C:12/1', ':60F:C261119KES100,00', ...entries, ':62F:C261120KES100,00'].join(
    '\r\n',
  );

test('tells fees, mirrored entries and entries without a reference apart', () => {
  const [statement] = readMt940(
    kes(
      ':61:2601021231D1,50NCHGNONREF',
      ':61:261120RD2,NTRFPA000000001//FT1',
      ':61:2611201120RC3,00NTRFNONREF//FT1',
      ':61:261120D4,NTRFPA000000002//FT1',
      ':86:Batch',
    ),
  );
  expect(statement?.lines.map(({ serial, kind, amountCents }) => `${serial} ${kind} ${amountCents}`)).toEqual([
    'STMT1-2025-12-31 FEE 150',
    'FT1 IN 200',
    'FT1 OUT 300',
    'FT1-2 OUT 400',
  ]);
  // Entered on the last day of the year before its value date's.
  expect(statement?.lines[0]?.happenedAt).toEqual(new Date('2025-12-31T00:00:00+03:00'));
  expect(statement?.lines[3]).toMatchObject({ details: 'Batch', ownReference: 'PA000000002' });
});

test.each([
  ['an entry with a day that is none', kes(':61:2611311131C1,NTRFNONREF'), 5],
  ['an entry with no amount', kes(':61:261120CNTRFNONREF'), 5],
  ['an entry of nothing', kes(':61:261120C0,NTRFNONREF'), 5],
  ['three decimals', kes(':61:261120C1,000NTRFNONREF'), 5],
  ['a field of another message', kes(':90D:1KES1,'), 5],
  ['a statement cut off', kes().split('\r\n').slice(0, 4).join('\n'), 1],
  ['a balance twice', kes(':60F:C261119KES100,00'), 5],
  ['text before the first field', `Dear customer\n${kes()}`, 1],
  ['a closing balance in another currency', kes().replace('C261120KES', 'C261120USD'), 5],
])('refuses an MT940 with %s and says where', (_what, content, line) => {
  expect(() => readMt940(content)).toThrow(expect.objectContaining({ name: 'StatementRefused', line }));
});

/** The example of ISO 20022's own message definition report for camt.053. */
const FINPETROL = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>
<GrpHdr><MsgId>AAAASESS-FP-STAT001</MsgId><CreDtTm>2010-10-18T17:00:00+01:00</CreDtTm></GrpHdr>
<Stmt><Id>AAAASESS-FP-STAT001</Id><CreDtTm>2010-10-18T17:00:00+01:00</CreDtTm>
<Acct><Id><Othr><Id>50000000054910000003</Id></Othr></Id><Ownr><Nm>FINPETROL</Nm></Ownr></Acct>
<Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="SEK">500000</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2010-10-15</Dt></Dt></Bal>
<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="SEK">435678.50</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2010-10-18</Dt></Dt></Bal>
<Ntry><Amt Ccy="SEK">105678.50</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><DtTm>2010-10-18T13:15:00+01:00</DtTm></BookgDt><ValDt><Dt>2010-10-18</Dt></ValDt><AcctSvcrRef>AAAASESS-FP-CN_98765/01</AcctSvcrRef>
<BkTxCd><Domn><Cd>PAYM</Cd><Fmly><Cd>0001</Cd><SubFmlyCd>0005</SubFmlyCd></Fmly></Domn></BkTxCd>
<NtryDtls><TxDtls><Refs><EndToEndId>MUELL/FINP/RA12345</EndToEndId></Refs><RltdPties><Dbtr><Nm>MUELLER</Nm></Dbtr></RltdPties></TxDtls></NtryDtls></Ntry>
<Ntry><Amt Ccy="SEK">200000</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><DtTm>2010-10-18T10:15:00+01:00</DtTm></BookgDt><ValDt><Dt>2010-10-18</Dt></ValDt><AcctSvcrRef>AAAASESS-FP-ACCR-01</AcctSvcrRef>
<BkTxCd><Domn><Cd>PAYM</Cd><Fmly><Cd>0001</Cd><SubFmlyCd>0003</SubFmlyCd></Fmly></Domn></BkTxCd></Ntry>
<Ntry><Amt Ccy="SEK">30000</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><DtTm>2010-10-18T15:15:00+01:00</DtTm></BookgDt><ValDt><Dt>2010-10-18</Dt></ValDt><AcctSvcrRef>AAAASESS-FP-CONF_FX</AcctSvcrRef>
<BkTxCd><Domn><Cd>TREA</Cd><Fmly><Cd>0002</Cd><SubFmlyCd>0000</SubFmlyCd></Fmly></Domn></BkTxCd></Ntry>
</Stmt></BkToCstmrStmt></Document>`;

test('reads the camt.053 that ISO 20022 publishes as its example', () => {
  const [statement] = readCamt053(FINPETROL);
  expect(statement).toMatchObject({
    accountNo: '50000000054910000003',
    currency: 'SEK',
    openingCents: 50_000_000,
    closingCents: 43_567_850,
  });
  expect(statement?.lines).toEqual([
    {
      serial: 'AAAASESS-FP-CN_98765/01',
      kind: 'IN',
      amountCents: 10_567_850,
      happenedAt: new Date('2010-10-18T12:15:00Z'),
      details: '',
      ownReference: 'MUELL/FINP/RA12345',
    },
    expect.objectContaining({ serial: 'AAAASESS-FP-ACCR-01', kind: 'OUT', amountCents: 20_000_000 }),
    expect.objectContaining({ serial: 'AAAASESS-FP-CONF_FX', kind: 'IN', amountCents: 3_000_000 }),
  ]);
});

const LATER = FINPETROL.replace('053.001.02', '053.001.08').replaceAll('<Sts>BOOK</Sts>', '<Sts><Cd>BOOK</Cd></Sts>');

test('reads later versions, splits a batch by its transactions, and leaves out what is not booked', () => {
  const batch = (id: string, amount: string) =>
    `<TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs><Amt Ccy="SEK">${amount}</Amt></TxDtls>`;
  const [statement] = readCamt053(
    LATER.replace(
      '0003</SubFmlyCd></Fmly></Domn></BkTxCd></Ntry>',
      `0003</SubFmlyCd></Fmly></Domn></BkTxCd><NtryDtls>${batch('PA1', '150000')}${batch('PA2', '50000')}</NtryDtls></Ntry>`,
    ).replace('<Cd>BOOK</Cd></Sts><BookgDt><DtTm>2010-10-18T15', '<Cd>PDNG</Cd></Sts><BookgDt><DtTm>2010-10-18T15'),
  );
  expect(statement?.lines.map(({ serial, amountCents, ownReference }) => [serial, amountCents, ownReference])).toEqual([
    ['AAAASESS-FP-CN_98765/01', 10_567_850, 'MUELL/FINP/RA12345'],
    ['AAAASESS-FP-ACCR-01', 15_000_000, 'PA1'],
    ['AAAASESS-FP-ACCR-01-2', 5_000_000, 'PA2'],
  ]);
});

test.each([
  ['another message', FINPETROL.replace('camt.053', 'camt.054')],
  ['no namespace', FINPETROL.replace(/ xmlns="[^"]*"/, '')],
  ['no closing balance', FINPETROL.replace('CLBD', 'CLAV')],
  ['an amount with three decimals', FINPETROL.replace('105678.50', '105678.505')],
  ['a negative amount', FINPETROL.replace('105678.50', '-105678.50')],
  ['an entry in another currency', FINPETROL.replace('Ccy="SEK">105678', 'Ccy="KES">105678')],
  ['an entry that is neither debit nor credit', FINPETROL.replace('<CdtDbtInd>DBIT', '<CdtDbtInd>BOTH')],
  ['a day that is none', FINPETROL.replaceAll(/<DtTm>2010-10-18T13[^<]*<\/DtTm>/g, '<Dt>2010-02-31</Dt>')],
  ['an entity', FINPETROL.replace('<Document', '<!DOCTYPE x [<!ENTITY a "b">]><Document')],
])('refuses a camt.053 with %s', (_what, content) => {
  expect(() => readCamt053(content)).toThrow(StatementRefused);
});
