import { type ParsedRequestOf, reviewConfig } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Queryable, Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, CommandCall, CommandContext } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { type ChangeKind, requestChange } from '../../platform/changes/index.ts';

const texts = z.record(z.string(), z.string());

/** The tree, groups before what is in them. */
export async function listRefuseCodes({
  db,
  caller,
  lang,
}: Pick<Call, 'db' | 'caller' | 'lang'>): Promise<reviewConfig.RefuseCode[]> {
  const rows = await db
    .selectFrom('refuseCode as c')
    .selectAll('c')
    .select((eb) => [
      sql<boolean>`EXISTS (SELECT FROM loan_order o WHERE o.refuse_code = c.refuse_code)
        OR EXISTS (SELECT FROM re_review r WHERE r.refuse_code = c.refuse_code)`.as('isUsed'),
      eb
        .selectFrom('changeRequest as r')
        .select('r.changeNo')
        .where('r.family', '=', 'refuseCode')
        .where('r.changeState', '=', 'PENDING')
        .whereRef('r.subjectNo', '=', 'c.refuseCode')
        .limit(1)
        .as('waitingChangeNo'),
    ])
    .orderBy(sql`coalesce(c.parent_code, c.refuse_code)`)
    .orderBy(sql`c.parent_code IS NOT NULL`)
    .orderBy('c.sort')
    .orderBy('c.refuseCode')
    .execute();
  const maySave = caller.codes.has('audit:config:update');
  return rows.map(({ sort: _sort, denialReason: stored, ...row }) => {
    const denialReason = texts.parse(stored);
    const may = maySave && row.waitingChangeNo === null;
    return {
      ...row,
      denialReason,
      text: denialReason[lang] || denialReason['en'] || row.refuseCode,
      allowedActions: may ? (['update', row.isEnabled ? 'disable' : 'enable'] as const).slice() : [],
    };
  });
}

async function codeOf(db: Queryable, refuseCode: string) {
  return await db.selectFrom('refuseCode').selectAll().where('refuseCode', '=', refuseCode).executeTakeFirst();
}

/** A group is in none; a code is in a group. */
async function checkParent(db: Queryable, form: reviewConfig.RefuseCodeForm): Promise<void> {
  const { refuseCode, parentCode } = form;
  const fault = new AppError('REFUSE_CODE_PARENT', { fields: ['parentCode'] });
  if (parentCode === null) {
    const before = await codeOf(db, refuseCode);
    if (before && before.parentCode !== null) throw fault;
    return;
  }
  const parent = await codeOf(db, parentCode);
  const child = await db
    .selectFrom('refuseCode')
    .select('refuseCode')
    .where('parentCode', '=', refuseCode)
    .limit(1)
    .executeTakeFirst();
  if (!parent || parent.parentCode !== null || parentCode === refuseCode || child) throw fault;
}

async function applySave(form: reviewConfig.RefuseCodeForm, call: CommandContext) {
  const { tx } = call;
  const { refuseCode, parentCode, coolOffDays, reReviewAllowed, isNew, version } = form;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('refuse codes', 0))`.execute(tx);
  const before = await codeOf(tx, refuseCode);
  if (isNew && before) {
    throw new AppError('REFUSE_CODE_TAKEN', {
      facts: { code: refuseCode },
      fields: ['refuseCode'],
    });
  }
  if (!isNew && !before) throw new AppError('REFUSE_CODE_UNKNOWN', { fields: ['refuseCode'] });
  if (before && version !== undefined && before.version !== version) throw new AppError('STALE');
  await checkParent(tx, form);
  const row = {
    parentCode,
    denialReason: JSON.stringify(spoken(form)),
    coolOffDays,
    reReviewAllowed,
  };
  if (before) {
    await tx
      .updateTable('refuseCode')
      .set((eb) => ({ ...row, version: eb('version', '+', 1) }))
      .where('refuseCode', '=', refuseCode)
      .execute();
  } else {
    await tx
      .insertInto('refuseCode')
      .values({ refuseCode, ...row, sort: 1_000 })
      .execute();
  }
  await note('save', refuseCode, before ? facts(before) : undefined, factsOf(form), call);
  return { refuseCode };
}

async function applySwitch(refuseCode: string, isEnabled: boolean, call: CommandContext) {
  const before = await codeOf(call.tx, refuseCode);
  if (!before) throw new AppError('REFUSE_CODE_UNKNOWN', { fields: ['refuseCode'] });
  if (before.isEnabled === isEnabled) throw new AppError('ILLEGAL_TRANSITION');
  await call.tx
    .updateTable('refuseCode')
    .set((eb) => ({ isEnabled, version: eb('version', '+', 1) }))
    .where('refuseCode', '=', refuseCode)
    .execute();
  const action = isEnabled ? 'enable' : 'disable';
  await note(action, refuseCode, { isEnabled: before.isEnabled }, { isEnabled }, call);
  return { refuseCode };
}

async function note(
  action: string,
  subjectNo: string,
  before: unknown,
  after: unknown,
  call: CommandContext,
): Promise<void> {
  await writeAudit(call.tx, call, {
    action: `refuseCode.${action}`,
    subjectType: 'refuseCode',
    subjectNo,
    ...(before !== undefined && { before }),
    after,
  });
}

function spoken(form: reviewConfig.RefuseCodeForm): Record<string, string> {
  const { denialReasonEn: en, denialReasonZh: zh, denialReasonSw: sw } = form;
  return { en, ...(zh !== '' && { zh }), ...(sw !== '' && { sw }) };
}

function factsOf(form: reviewConfig.RefuseCodeForm) {
  const { parentCode, coolOffDays, reReviewAllowed } = form;
  return { parentCode, denialReason: spoken(form), coolOffDays, reReviewAllowed };
}

type Stored = NonNullable<Awaited<ReturnType<typeof codeOf>>>;
function facts({ parentCode, denialReason, coolOffDays, reReviewAllowed }: Stored) {
  return { parentCode, denialReason, coolOffDays, reReviewAllowed };
}

const shared = { family: 'refuseCode', checkerCode: 'audit:config:update' } as const;
/** The tree is every merchant's: whoever decides sees all of them, or it concerns none. */
const nobody = { concerns: [], merchantNos: [] };

const saveKind: ChangeKind<reviewConfig.RefuseCodeForm> = {
  ...shared,
  kind: 'refuseCode.save',
  title: { en: 'Save decline code', zh: '保存拒绝代码' },
  payload: reviewConfig.refuseCodeForm,
  async describe(db, form) {
    const before = await codeOf(db, form.refuseCode);
    return {
      ...nobody,
      subjectNo: form.refuseCode,
      subjectName: `${form.denialReasonEn} (${form.refuseCode})`,
      before: before ? facts(before) : null,
      after: factsOf(form),
      state: before ? { version: before.version } : null,
    };
  },
  apply: applySave,
};

const switchForm = reviewConfig.enableRefuseCode.request;
type SwitchForm = z.output<typeof switchForm>;

function switchKind(action: 'enable' | 'disable', title: ChangeKind['title']): ChangeKind<SwitchForm> {
  const isEnabled = action === 'enable';
  return {
    ...shared,
    kind: `refuseCode.${action}`,
    title,
    payload: switchForm,
    async describe(db, { refuseCode }) {
      const before = await codeOf(db, refuseCode);
      if (!before) throw new AppError('REFUSE_CODE_UNKNOWN', { fields: ['refuseCode'] });
      const text = texts.parse(before.denialReason)['en'] ?? '';
      return {
        ...nobody,
        subjectNo: refuseCode,
        subjectName: `${text} (${refuseCode})`,
        before: { isEnabled: before.isEnabled },
        after: { isEnabled },
        state: { version: before.version },
      };
    },
    apply: async ({ refuseCode }, call) => await applySwitch(refuseCode, isEnabled, call),
  };
}

const enableKind = switchKind('enable', { en: 'Enable decline code', zh: '启用拒绝代码' });
const disableKind = switchKind('disable', { en: 'Disable decline code', zh: '停用拒绝代码' });

export const changeKinds: readonly ChangeKind[] = [saveKind, enableKind, disableKind];

export async function askToSave(form: reviewConfig.RefuseCodeForm, call: CommandCall) {
  return await ask(saveKind, form, call);
}

export async function askToSwitch(
  action: 'enable' | 'disable',
  form: ParsedRequestOf<typeof reviewConfig.enableRefuseCode>,
  call: CommandCall,
) {
  return await ask(action === 'enable' ? enableKind : disableKind, form, call, form.reason);
}

/** One change of a code waits at a time, whichever it is. */
async function ask<Payload extends { readonly refuseCode: string }>(
  kind: ChangeKind<Payload>,
  payload: Payload,
  call: CommandCall,
  reason?: string,
) {
  const { refuseCode } = payload;
  await refuseWaiting(call.tx, refuseCode);
  return { refuseCode, changeNo: await requestChange(kind, payload, call, reason) };
}

async function refuseWaiting(tx: Tx, refuseCode: string): Promise<void> {
  const waiting = await tx
    .selectFrom('changeRequest')
    .select('changeNo')
    .where('family', '=', 'refuseCode')
    .where('subjectNo', '=', refuseCode)
    .where('changeState', '=', 'PENDING')
    .executeTakeFirst();
  if (waiting) throw new AppError('CHANGE_WAITING', { facts: { changeNo: waiting.changeNo } });
}
