import { appConfig, type ParsedRequestOf, type ReplyOf } from '@kituo/sdk/contracts';
import type { CallBasics } from '../../../http/implement.ts';
import { type RuleFamily, rulesAt } from '../../platform/rules/index.ts';

type Setting = appConfig.AppConfigRule;

/** Settings of merchants' apps; none without one. */
export const appConfigFamily: RuleFamily<Setting> = {
  key: 'operation.appConfig',
  title: { en: 'App setting', zh: 'App 配置' },
  contract: { ...appConfig, value: appConfig.appConfigRule },
  page: '/AdminContent/OperationSystem/AppContentManagement',
  codes: {
    save: 'operation:appContent:save',
    state: 'operation:appContent:publish',
    audit: 'operation:config:audit',
  },
  // One of an app goes before one of every app; two of the same would contradict each other.
  overlaps: (one, other) => one.ruleName === other.ruleName && one.os === other.os,
  fileColumns: [
    { en: 'App', zh: '应用', of: (row) => row.os },
    { en: 'Value', zh: '值', of: (row) => row.json },
  ],
  simulate: null,
};

/** What an app is told of its settings. */
export async function configForApp(
  { merchantNo, os }: ParsedRequestOf<typeof appConfig.forApp>,
  { db }: Pick<CallBasics, 'db'>,
): Promise<ReplyOf<typeof appConfig.forApp>> {
  const all = await rulesAt(db, appConfigFamily, new Date(), merchantNo);
  const settings = all
    .map(({ value }) => value)
    .filter((one) => one.os === null || one.os === os)
    // What is for this app comes last, and stays.
    .toSorted((one, other) => Number(one.os !== null) - Number(other.os !== null));
  return Object.fromEntries(settings.map(({ ruleName, json }) => [ruleName, JSON.parse(json) as unknown]));
}
