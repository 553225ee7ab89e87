import { expect, it } from 'vitest';
import { allRoutes } from '../../../routes.ts';
import { LIVED_BENEATH, NOT_LIVED, NOT_THE_ENGINE } from './testing/covered-commands.ts';
import { LOAN_KINDS } from './testing/model-commands.ts';
import { DECIDED_BY_TWO, LENDER_COMMANDS, POLICY_KINDS } from './testing/model-lender.ts';

const familyOf = (name: string) => name.split('.')[0] ?? '';
const commands = allRoutes
  .flatMap(({ endpoint: { kind, name } }) => (kind === 'command' ? [name] : []))
  .filter((name) => !NOT_THE_ENGINE.has(familyOf(name)));

/** How often the lists name a command. */
function timesNamed(name: string): number {
  const isDecision = DECIDED_BY_TWO.includes(familyOf(name));
  const named = [
    name in LENDER_COMMANDS,
    name in LIVED_BENEATH,
    isDecision,
    name in NOT_LIVED,
    `${familyOf(name)}.*` in NOT_LIVED,
  ];
  return named.filter(Boolean).length;
}

it('lives every command of the engine in random histories, or says why not', () => {
  expect(commands.length).toBeGreaterThan(200);
  expect(commands.filter((name) => timesNamed(name) !== 1)).toEqual([]);
});

it('names no command that is gone, and no step that no history takes', () => {
  const known = new Set(commands.flatMap((name) => [name, `${familyOf(name)}.*`]));
  const named = [LENDER_COMMANDS, LIVED_BENEATH, NOT_LIVED].flatMap((list) => Object.keys(list));
  expect(named.filter((name) => !known.has(name))).toEqual([]);
  const beneath = new Set(Object.values(LIVED_BENEATH).flat());
  const lived = [...LOAN_KINDS, ...POLICY_KINDS];
  expect([...beneath].filter((kind) => !lived.includes(kind))).toEqual([]);
});
