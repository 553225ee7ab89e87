import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';

export const QUALITY_PAGE = '/AdminContent/QualitySystem/QualityCenter';
export const seenQuality = { page: [QUALITY_PAGE] } as const;

/** INSPECTION_SOURCE: what is listened to or read. */
export const sourceType = z.enum(['CALL', 'SMS', 'ROBOT', 'FEEDBACK', 'ORDER_REVIEW']);
export type SourceType = z.output<typeof sourceType>;

/** QUALITY_SETTING_STATUS, of score sheets and sampling rules. */
export const settingStatus = z.enum(['DRAFT', 'PENDING_APPROVAL', 'ENABLED', 'DISABLED']);
export const SETTING_ACTIONS = ['update', 'submit', 'approve', 'return', 'enable', 'disable'] as const;
export type SettingAction = (typeof SETTING_ACTIONS)[number];

export const sheetNo = z.string().check(z.regex(/^QS\d{6,}$/));
export const ruleNo = z.string().check(z.regex(/^QR\d{6,}$/));

/** A part of a score: its points, and whether failing it makes the whole score 0. */
export const sheetItem = z.object({
  itemNo: z.string(),
  itemName: z.string(),
  weight: z.number(),
  isFatal: z.boolean(),
});
export type SheetItem = z.output<typeof sheetItem>;

/** The steps of a setting from its draft on. */
export function settingSteps<const Family extends string, Request extends z.ZodMiniType>(
  family: Family,
  path: string,
  request: Request,
) {
  const step = <const Name extends string>(does: Name, code: string, summary: string) =>
    defineEndpoint({
      name: `${family}.${does}`,
      method: 'POST',
      path: `${path}/${does}`,
      access: { code: [code] },
      kind: 'command',
      preview: true,
      summary,
      request,
      reply: z.object({ status: settingStatus, version: z.number() }),
    });
  return {
    submit: step('submit', 'quality:sheet:save', 'Sends a draft for approval'),
    approve: step('approve', 'quality:sheet:approve', 'Puts what another person wrote to use. MAKER_IS_CHECKER'),
    sendBack: step('return', 'quality:sheet:approve', 'Returns it to its draft'),
    enable: step('enable', 'quality:sheet:approve', 'Puts it to use again'),
    disable: step('disable', 'quality:sheet:approve', 'Takes it out of use'),
  };
}
