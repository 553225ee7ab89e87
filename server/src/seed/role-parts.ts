import { codesOfAreas } from './operation-codes.ts';

/** What a role with a budget reveals. */
export const COMMON_REVEALS = ['customerName', 'phone', 'idCardNo', 'email', 'address', 'contacts', 'location'];

/** Trying a plugin of one's own takes code into the console: nobody holds it by the way. */
export const PLUGIN_DEVELOP = 'operation:plugin:develop';

export interface SeedRole {
  readonly roleNo: string;
  readonly roleName: string;
  readonly remark: string;
  readonly dataScope?: 'ALL';
  readonly isMasked: boolean;
  readonly isAdministrator?: true;
  readonly dailyRevealBudget?: number;
  /** The most that it may waive on a bill at once. Cents. */
  readonly deductionCapCents?: number;
  /** Sees contacts of customers on an order. */
  readonly seesAddressBook?: true;
  /** With a budget: names, phones, ID numbers and addresses unless said otherwise. */
  readonly revealFields?: readonly string[];
  /** `Section/Page`, or `Section/*`. */
  readonly pages: readonly string[];
  readonly codes: readonly string[];
}

/** What everybody holds. */
export const own = codesOfAreas('host').filter((code) => !/^host:warning:(assign|resolve)$/.test(code));
export const lead = codesOfAreas('host');

/** `thing action action` of one area, as codes. */
export function some(area: string, ...lines: readonly string[]): string[] {
  return lines.flatMap((line) => {
    const [thing = '', ...actions] = line.split(' ');
    return actions.map((action) => `${area}:${thing}:${action}`);
  });
}

export const checkers = /:(audit|approve|check|confirm|decide)$/;
export const collectorWork = [
  'followUp save',
  'contact call sms reveal',
  'promise save',
  'repayLink create',
  'virtualAccount create',
  'deduction apply',
  'recording play',
];
