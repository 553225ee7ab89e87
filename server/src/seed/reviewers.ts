import type { reviewRules } from '@kituo/sdk/contracts';
import type { Tx } from '../db/database.ts';
import { addDays, businessDateOf, startOfBusinessDate } from '../modules/platform/policy/index.ts';

/** `code|group|cool-off days|may be reviewed again|English|Chinese|Swahili`; a line without a group is one. */
const CODES = `
MACHINE||0|no|Refused by the machine|机审拒绝|Imekataliwa na mfumo
M101|MACHINE|90|no|On a list of people we do not lend to|命中黑名单|Yumo kwenye orodha ya waliozuiwa
M104|MACHINE|0|yes|The credit history is too thin|信用记录不足|Historia ya mkopo haitoshi
M203|MACHINE|0|yes|The score is too low today|评分不足|Alama hazitoshi leo
M310|MACHINE|30|yes|Too many loans elsewhere|多头借贷|Mikopo mingi kwingineko
IDENTITY||0|no|Identity|身份|Utambulisho
R01|IDENTITY|0|yes|The picture of the ID cannot be read|证件照片无法辨认|Picha ya kitambulisho haisomeki
R02|IDENTITY|0|yes|The face does not match the ID|人脸与证件不符|Uso haulingani na kitambulisho
CAPACITY||0|no|Capacity to repay|还款能力|Uwezo wa kulipa
R05|CAPACITY|30|yes|Income does not carry the loan|收入不足以还款|Kipato hakitoshi kulipa mkopo
OTHER||0|no|Other reasons|其他原因|Sababu nyingine
R09|OTHER|0|yes|The application is incomplete|申请资料不完整|Ombi halijakamilika
`;

const answers = {
  identity: ['CONSISTENT', 'INCONSISTENT', 'UNCLEAR'],
  facts: ['CONFIRMED', 'NOT_CONFIRMED', 'NOT_REACHED'],
  evidence: ['CONFIRMED', 'NOT_CONFIRMED', 'NOT_DELIVERED'],
};
const STEPS: reviewRules.ReviewStep[] = [
  {
    stepName: 'Compare the selfie with the ID',
    stepNameZh: '比对自拍照与证件照',
    required: true,
    evidenceTab: 'ESSENTIAL',
    answers: answers.identity,
  },
  {
    stepName: 'Employer and income',
    stepNameZh: '工作单位与收入',
    required: true,
    evidenceTab: 'ESSENTIAL',
    answers: answers.facts,
  },
  {
    stepName: 'Emergency contacts',
    stepNameZh: '紧急联系人',
    required: false,
    evidenceTab: 'SOCIAL',
    answers: answers.facts,
  },
  {
    stepName: 'Lending and gambling apps',
    stepNameZh: '借贷与博彩应用',
    required: false,
    evidenceTab: 'APP_LIST',
    answers: answers.evidence,
  },
];

const RE_REVIEW: reviewRules.ReReviewRules = {
  enabled: true,
  dailySubmitLimit: 30,
  perPersonLimit: 10,
  sources: ['MACHINE_REFUSED', 'REFUSED'],
  refuseCodes: [],
  minDays: 0,
  maxDays: 30,
  targetStatus: 'TO_ALLOCATE',
};

/** `userNo|group|principal|cap|auto|first loans|languages|shifts` */
const RECORDS = `
U000001|||20|no|yes|en,sw|
U000002|Nairobi desk|U000012|80|yes|yes|en,sw,luo|
U000012|Nairobi desk||40|no|yes|en,sw,ki|
U000013|Nairobi desk|U000012|60|yes|yes|en,sw,luo|
U000014|Coast desk|U000015|30|yes|no|sw,so|planned
U000015|Coast desk||60|yes|yes|en,sw,ki|planned
UAI001|AI desk||300|no|no|en,sw|
UAI002|AI desk|UAI001|300|no|no|en,sw|
`;
const AI_EMPLOYEES = [
  ['UAI001', 'ai.tathmini', 'AI Tathmini', 'AI0001'],
  ['UAI002', 'ai.kagua', 'AI Kagua', 'AI0002'],
] as const;

const linesOf = (table: string) =>
  table
    .trim()
    .split('\n')
    .map((line) => line.split('|'));

/** Reviewers and the rules they work by: records, shifts of the week, refusal codes, configurations. */
export async function seedReviewers(tx: Tx, now: Date, passwordHash: string): Promise<void> {
  await seedAiEmployees(tx, passwordHash);
  await seedRecords(tx);
  await seedShifts(tx, now);
  await seedRefuseCodes(tx);
  await seedRules(tx, now);
}

async function seedAiEmployees(tx: Tx, passwordHash: string): Promise<void> {
  for (const [userNo, userName, realName, jobNumber] of AI_EMPLOYEES) {
    const account = { userNo, userName, loginId: userName, realName, jobNumber, passwordHash };
    await tx
      .insertInto('appUser')
      .values({ ...account, deptNo: 'D0002', orgNo: 'O002', mustUpdatePassword: false })
      .execute();
    await tx.insertInto('userRole').values({ userNo, roleNo: 'R-002' }).execute();
    await tx
      .insertInto('userMerchant')
      .values(['M0001', 'M0002'].map((merchantNo) => ({ userNo, merchantNo })))
      .execute();
  }
}

async function seedRecords(tx: Tx): Promise<void> {
  for (const [userNo = '', group, principal, cap, auto, first, languages = ''] of linesOf(RECORDS)) {
    await tx
      .insertInto('personnel')
      .values({
        personnelKind: 'AUDITOR',
        userNo,
        groupName: group || null,
        principalUserNo: principal || null,
        dailyCap: Number(cap),
        joinAutoAllot: auto === 'yes',
        firstLoanWhitelist: first === 'yes',
        languages: languages.split(','),
        isAiEmployee: userNo.startsWith('UAI'),
      })
      .execute();
    const merchants = await tx.selectFrom('userMerchant').select('merchantNo').where('userNo', '=', userNo).execute();
    await tx
      .insertInto('personnelMerchant')
      .values(merchants.map(({ merchantNo }) => ({ personnelKind: 'AUDITOR', userNo, merchantNo })))
      .execute();
  }
}

/** Those who are planned work 08:00 to 17:00 EAT, this week and the next; on Sundays nobody is planned. */
async function seedShifts(tx: Tx, now: Date): Promise<void> {
  const people = linesOf(RECORDS).filter((fields) => fields[7] === 'planned');
  const today = businessDateOf(now);
  const days = Array.from({ length: 14 }, (_, index) => addDays(today, index - 3));
  const rows = people.flatMap(([userNo = '']) =>
    days
      .filter((day) => new Date(`${day}T12:00:00Z`).getUTCDay() !== 0)
      .map((day) => {
        const begins = startOfBusinessDate(day).getTime();
        const at = (hour: number) => new Date(begins + hour * 3_600_000);
        return { userNo, startsAt: at(8), endsAt: at(17) };
      }),
  );
  await tx.insertInto('personnelShift').values(rows).execute();
}

async function seedRefuseCodes(tx: Tx): Promise<void> {
  const rows = linesOf(CODES).map(([refuseCode = '', group, cool, again, en, zh, sw], index) => ({
    refuseCode,
    parentCode: group || null,
    coolOffDays: Number(cool),
    reReviewAllowed: again === 'yes',
    denialReason: JSON.stringify({ en, zh, sw }),
    sort: index,
  }));
  await tx.insertInto('refuseCode').values(rows).execute();
}

async function seedRules(tx: Tx, now: Date): Promise<void> {
  const effectiveFrom = addDays(businessDateOf(now), -60);
  const version = (configKey: string, subjectNo: string, value: unknown) => ({
    configKey,
    subjectNo,
    versionNo: 1,
    value: JSON.stringify(value),
    effectiveFrom,
    inForceFrom: startOfBusinessDate(effectiveFrom),
    storedStatus: 'IN_FORCE' as const,
    makerUserNo: 'U000012',
    editorUserNos: ['U000012'],
    checkerUserNo: 'U000001',
    reason: 'Current practice',
  });
  const merchants = await tx.selectFrom('merchant').select('merchantNo').execute();
  await tx
    .insertInto('configVersion')
    .values([
      version('audit.reviewSteps', 'ALL_ALL_ALL', STEPS),
      version('audit.reReviewDefaults', '', { ...RE_REVIEW, enabled: false }),
      ...merchants.map(({ merchantNo }) => version('audit.reReview', merchantNo, RE_REVIEW)),
    ])
    .execute();
}
