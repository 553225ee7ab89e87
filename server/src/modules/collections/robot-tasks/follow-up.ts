import { type callList, type ParsedRequestOf, type ReplyOf, type robotTask, smsPartsOf } from '@kituo/sdk/contracts';
import type { Queryable, Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { queueDispatch, tryGate } from '../contacts/index.ts';
import { askRoute, noteRouteUse } from '../sms-campaigns/index.ts';
import { filledText, spokenTexts } from '../sms-templates/index.ts';
import { pickable } from '../../staff/personnel/index.ts';
import type { RobotTask } from './store.ts';

export type FollowUp = Pick<
  RobotTask,
  'concurrency' | 'followUpTemplateNo' | 'followUpLabels' | 'handsOver' | 'scene' | 'transferGroup'
>;

/** Texts that may follow a call about an offer of the merchant. */
export async function readTexts(
  { merchantNo }: ParsedRequestOf<typeof robotTask.marketingTexts>,
  { db, caller }: Call,
): Promise<ReplyOf<typeof robotTask.marketingTexts>> {
  if (!seesMerchant(caller.scope, merchantNo)) return [];
  const texts = await spokenTexts(db, merchantNo);
  return texts.map(({ templateNo, templateName, language }) => ({
    value: templateNo,
    label: `${templateName} · ${language}`,
  }));
}

async function groupsOf(db: Queryable, merchantNo: string) {
  const people = await pickable(db, 'TELEMARKETER', merchantNo, new Date(), { isOffShiftToo: true });
  const onShift = new Set((await pickable(db, 'TELEMARKETER', merchantNo, new Date())).map(({ userNo }) => userNo));
  const groups = Map.groupBy(
    people.filter(({ groupName }) => groupName !== null),
    ({ groupName }) => groupName ?? '',
  );
  return [...groups]
    .map(([groupName, members]) => ({
      groupName,
      onShift: members.filter(({ userNo }) => onShift.has(userNo)).length,
    }))
    .toSorted((one, other) => (one.groupName < other.groupName ? -1 : 1));
}

/** Groups of telemarketers who may get the willing of the merchant. */
export async function readGroups(
  { merchantNo }: ParsedRequestOf<typeof robotTask.telemarketingGroups>,
  { db, caller }: Call,
): Promise<ReplyOf<typeof robotTask.telemarketingGroups>> {
  return seesMerchant(caller.scope, merchantNo) ? await groupsOf(db, merchantNo) : [];
}

interface Said {
  readonly merchantNo?: string | undefined;
  readonly concurrency?: number | null | undefined;
  readonly followUpTemplateNo?: string | null | undefined;
  readonly followUpLabels?: readonly string[] | undefined;
  readonly handsOver?: boolean | undefined;
  readonly scene?: RobotTask['scene'] | undefined;
  readonly transferGroup?: string | null | undefined;
}

/** What a form says of it; of cases nothing. @throws AppError MARKETING_TEMPLATE_NOT_ENABLED, ROBOT_GROUP_UNKNOWN */
export async function followUpOf(tx: Tx, form: Said): Promise<FollowUp> {
  const {
    merchantNo = '',
    concurrency = null,
    followUpTemplateNo = null,
    followUpLabels = [],
    handsOver = true,
    scene = null,
    transferGroup = null,
  } = form;
  if (followUpTemplateNo !== null) {
    const texts = await spokenTexts(tx, merchantNo);
    if (!texts.some(({ templateNo }) => templateNo === followUpTemplateNo)) {
      throw new AppError('MARKETING_TEMPLATE_NOT_ENABLED', { fields: ['followUpTemplateNo'] });
    }
  }
  if (transferGroup !== null) {
    const groups = await groupsOf(tx, merchantNo);
    if (!groups.some(({ groupName }) => groupName === transferGroup)) {
      throw new AppError('ROBOT_GROUP_UNKNOWN', { fields: ['transferGroup'] });
    }
  }
  return { concurrency, followUpTemplateNo, followUpLabels: [...followUpLabels], handsOver, scene, transferGroup };
}

interface About {
  readonly itemNo: number;
  readonly phone: string;
  readonly customerNo: string | null;
}

/**
 * The text that follows what a call heard, through the gate as every other, by the words and caps of its route. Whom the
 * route makes wait gets none: it would no longer follow the call.
 */
export async function textAfter(
  tx: Tx,
  task: RobotTask,
  { itemNo, phone, customerNo }: About,
  { heard, at }: { readonly heard: callList.Willingness; readonly at: Date },
): Promise<void> {
  const { taskNo, merchantNo, followUpTemplateNo, followUpLabels } = task;
  if (followUpTemplateNo === null || !followUpLabels.includes(heard)) return;
  const route = await askRoute(tx, { merchantNo, phone, at });
  if (route?.waitsUntil) return;
  const ending = route === null ? undefined : ` ${route.optOutText}`;
  const text = await filledText(tx, followUpTemplateNo, customerNo, ending);
  if (text === null) return;
  const question = { phone, customerNo, merchantNo, purpose: 'MARKETING', channel: 'SMS', at } as const;
  const { attemptId, answer } = await tryGate(tx, question, {
    userNo: null,
    content: text,
    templateCode: followUpTemplateNo,
  });
  if (!answer.isAllowed) return;
  await queueDispatch(tx, { attemptId, channel: 'SMS', phone, payload: { text } });
  if (route !== null) {
    await noteRouteUse(tx, { attemptId, routeNo: route.routeNo, segments: smsPartsOf(text).parts, sentAt: at });
  }
  await tx
    .updateTable('robotTaskItem')
    .set({ followUpAttemptId: attemptId })
    .where('taskNo', '=', taskNo)
    .where('itemNo', '=', itemNo)
    .execute();
}
