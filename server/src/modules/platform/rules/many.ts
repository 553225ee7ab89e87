import type { Endpoint } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import type { Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandCall, CommandContext, Implementation } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { asCommand, createJob, defineJob, type ItemsKind } from '../jobs/index.ts';
import { saveRule, stateRule } from './commands.ts';
import type { RuleFamily } from './rule-family.ts';

const why = z.strictObject({ reason: z.string() });
const copy = z.strictObject({ effectiveFrom: z.string(), reason: z.string() });
const toMerchant = z.strictObject({ merchantNo: z.string() });
const toProducts = z.strictObject({ ...copy.shape, productNos: z.array(z.string()) });

/** What a batch of rules is on the server: its endpoints and the jobs that carry it out. */
export interface RuleBatches {
  readonly routes: readonly Implementation[];
  readonly jobs: readonly ItemsKind[];
}

interface Chosen {
  readonly ruleIds: readonly string[];
}

const oneEach = ({ ruleIds }: Chosen) => [...new Set(ruleIds)].map((subjectNo) => ({ subjectNo, input: null }));
const familyOf = (endpoint: Endpoint): string => endpoint.name.split('.')[0] ?? endpoint.name;

/** Disables or enables a rule, as it is when its turn comes. @throws AppError NOT_FOUND, ILLEGAL_TRANSITION */
export async function switchRule<Value extends object>(
  family: RuleFamily<Value>,
  { ruleId, ...change }: { readonly ruleId: string; readonly isEnabled: boolean; readonly reason: string },
  call: CommandContext,
) {
  const held = await call.tx
    .selectFrom('configRule')
    .select('version')
    .where('ruleId', '=', ruleId)
    .where('configKey', '=', family.key)
    .executeTakeFirst();
  if (!held) throw new AppError('NOT_FOUND');
  return await stateRule(family, { ruleId, version: held.version, ...change }, call);
}

/** Enabling and disabling of many rules, each in a transaction of its own. */
export function stateManyBatch<Value extends object>(family: RuleFamily<Value>, endpoint: Endpoint): RuleBatches {
  const kindOf = (isEnabled: boolean) =>
    defineJob({
      kind: `${familyOf(endpoint)}.${isEnabled ? 'enable' : 'disable'}Many`,
      title: isEnabled
        ? { en: `Enable: ${family.title.en}`, zh: `批量启用：${family.title.zh}` }
        : { en: `Disable: ${family.title.en}`, zh: `批量停用：${family.title.zh}` },
      code: family.codes.state,
      params: why,
      runItem: async ({ subjectNo: ruleId }, { reason }, run) =>
        await switchRule(family, { ruleId, isEnabled, reason }, asCommand(run)),
    });
  const [enable, disable] = [kindOf(true), kindOf(false)];
  return {
    routes: [
      {
        endpoint,
        handle: async (request: Chosen & { isEnabled: boolean; reason: string }, call: CommandCall) => {
          const { isEnabled, reason } = request;
          return { jobNo: await createJob(isEnabled ? enable : disable, { reason }, call, oneEach(request)) };
        },
      },
    ],
    jobs: [enable, disable],
  };
}

/** The rule as its row shows it. @throws AppError NOT_FOUND */
async function readRule<Value extends object>(
  family: RuleFamily<Value>,
  ruleId: string,
  { tx, caller }: Pick<CommandContext, 'tx' | 'caller'>,
): Promise<{ readonly merchantNo: string; readonly value: Value }> {
  const found = await tx
    .selectFrom('configRuleNow')
    .select(['merchantNo', 'value'])
    .where('ruleId', '=', ruleId)
    .where('configKey', '=', family.key)
    .executeTakeFirst();
  if (!found || !seesMerchant(caller.scope, found.merchantNo)) throw new AppError('NOT_FOUND');
  return { merchantNo: found.merchantNo, value: family.contract.value.parse(found.value) };
}

const copiesOf = ({ title }: Pick<RuleFamily<object>, 'title'>) => ({
  en: `Copy: ${title.en}`,
  zh: `批量复制：${title.zh}`,
});

/** Rules as new ones of other merchants, each in a transaction of its own; a rule's own merchant is left out. */
export function copyToMerchantsBatch<Value extends object>(family: RuleFamily<Value>, endpoint: Endpoint): RuleBatches {
  const kind = defineJob({
    kind: endpoint.name,
    title: copiesOf(family),
    code: family.codes.save,
    params: copy,
    async runItem({ subjectNo: ruleId, input }, form, run) {
      const call = asCommand(run);
      const { value } = await readRule(family, ruleId, call);
      return await saveRule(family, { ...toMerchant.parse(input), value, ...form }, call);
    },
  } satisfies ItemsKind<z.output<typeof copy>>);
  const handle = async (
    request: Chosen & z.output<typeof copy> & { readonly merchantNos: readonly string[] },
    call: CommandCall,
  ) => {
    const { ruleIds, merchantNos, effectiveFrom, reason } = request;
    if (!merchantNos.every((merchantNo) => seesMerchant(call.caller.scope, merchantNo))) {
      throw new AppError('REFERENCE_UNKNOWN', { fields: ['merchantNos'] });
    }
    const own = await merchantsOf(call.tx, family.key, ruleIds);
    const items = [...new Set(ruleIds)].flatMap((subjectNo) =>
      [...new Set(merchantNos)]
        .filter((merchantNo) => own.get(subjectNo) !== merchantNo)
        .map((merchantNo) => ({ subjectNo, input: { merchantNo } })),
    );
    if (items.length === 0) throw new AppError('NOTHING_CHANGES', { fields: ['merchantNos'] });
    return { jobNo: await createJob(kind, { effectiveFrom, reason }, call, items) };
  };
  return { routes: [{ endpoint, handle }], jobs: [kind] };
}

async function merchantsOf(tx: Tx, configKey: string, ruleIds: readonly string[]) {
  const rows = await tx
    .selectFrom('configRule')
    .select(['ruleId', 'merchantNo'])
    .where('ruleId', 'in', [...ruleIds])
    .where('configKey', '=', configKey)
    .execute();
  return new Map(rows.map(({ ruleId, merchantNo }) => [ruleId, merchantNo]));
}

/** Rules as new ones of other products of their merchant, each in a transaction of its own. */
export function copyToProductsBatch<Value extends { readonly productNos: string[] }>(
  family: RuleFamily<Value>,
  endpoint: Endpoint,
): RuleBatches {
  const kind = defineJob({
    kind: endpoint.name,
    title: copiesOf(family),
    code: family.codes.save,
    params: toProducts,
    async runItem({ subjectNo: ruleId }, { productNos, ...form }, run) {
      const call = asCommand(run);
      const { merchantNo, value } = await readRule(family, ruleId, call);
      const rows = await call.tx
        .selectFrom('loanProduct')
        .select('productNo')
        .where('merchantNo', '=', merchantNo)
        .where('productNo', 'in', productNos)
        .orderBy('productNo')
        .execute();
      if (rows.length === 0) throw new AppError('REFERENCE_UNKNOWN', { fields: ['productNos'] });
      const ofOthers = { ...value, productNos: rows.map(({ productNo }) => productNo) };
      return await saveRule(family, { merchantNo, value: ofOthers, ...form }, call);
    },
  } satisfies ItemsKind<z.output<typeof toProducts>>);
  const handle = async (request: Chosen & z.output<typeof toProducts>, call: CommandCall) => {
    const { productNos, effectiveFrom, reason } = request;
    return { jobNo: await createJob(kind, { productNos, effectiveFrom, reason }, call, oneEach(request)) };
  };
  return { routes: [{ endpoint, handle }], jobs: [kind] };
}
