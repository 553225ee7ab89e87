// Due-date rules: counting, pay days, weekends and holidays, cut-offs, grace and reminders.

import './tables.ts';
import { defineModule } from '../../../define-module.ts';
import { ruleExport, versionsOf } from '../../platform/rules/index.ts';
import { calendarKind } from './calendar.ts';
import { routes } from './routes.ts';
import { maturityFamily } from './rules.ts';

export { dueOn, isBusinessDay, paymentDay } from './due-date.ts';
export { dueRuleAt, namedDays, sharedRules } from './rules.ts';
export type { DueRule } from './rules.ts';

export const maturity = defineModule({
  name: 'maturity',
  routes,
  config: [versionsOf(maturityFamily)],
  changes: [calendarKind],
  exports: [ruleExport(maturityFamily).kind],
});
