import type { Call, CommandCall, Implementation } from '../../../http/implement.ts';
import { type SaveRequest, saveRule, type StateRequest, stateRule } from './commands.ts';
import { dryRunRule } from './dry-run.ts';
import { ruleExport } from './export.ts';
import { ruleListOf } from './list.ts';
import type { RuleFileRequest, RuleListRequest } from './rule-filters.ts';
import type { RuleFamily } from './rule-family.ts';
import { runsOf, type RunsRequest } from './runs.ts';

/** The endpoints of a family of rules. */
export function ruleRoutes<Value extends object>(family: RuleFamily<Value>): Implementation[] {
  const { contract } = family;
  const list = ruleListOf(family);
  const file = ruleExport(family);
  return [
    {
      endpoint: contract.page,
      handle: async (request: RuleListRequest, call: Call) => {
        const found = await list.page(request, call);
        const { figuresOn } = request.filters;
        if (family.figuresBetween === undefined || figuresOn === undefined) return found;
        const ruleIds = found.rows.map(({ ruleId }) => ruleId);
        const told = await family.figuresBetween(ruleIds, figuresOn, call);
        return { ...found, rows: found.rows.map((row) => ({ ...row, ...told.get(row.ruleId) })) };
      },
    },
    {
      endpoint: contract.exportList,
      handle: async (request: RuleFileRequest, call: CommandCall) => await file.queue(request, call),
    },
    {
      endpoint: contract.detail,
      handle: async ({ ruleId }: { readonly ruleId: string }, call: Call) => await list.one(ruleId, call),
    },
    {
      endpoint: contract.save,
      handle: async (request: SaveRequest<Value>, call: CommandCall) => await saveRule(family, request, call),
    },
    {
      endpoint: contract.state,
      handle: async (request: StateRequest, call: CommandCall) => await stateRule(family, request, call),
    },
    ...dryRunOf(family),
    {
      endpoint: contract.runPage,
      handle: async (request: RunsRequest, call: Call) => {
        await list.one(request.filters.ruleId, call);
        return await runsOf(request, call);
      },
    },
  ];
}

/** @throws Error where a rule is simulated and nobody can ask for it, or the other way round: no process starts with it. */
function dryRunOf<Value extends object>(family: RuleFamily<Value>): Implementation[] {
  const { contract, simulate } = family;
  const endpoint = contract.dryRun;
  if ((simulate === null) !== (endpoint === undefined)) throw new Error(`${family.key} is simulated on one side alone`);
  if (simulate === null || endpoint === undefined) return [];
  const simulated = { ...family, simulate };
  return [
    {
      endpoint,
      handle: async (request: Parameters<typeof dryRunRule<Value>>[1], call: Call) =>
        await dryRunRule(simulated, request, call),
    },
  ];
}
