import { describe, expect, it } from 'vitest';
import { AppError } from '../http/app-error.ts';
import {
  advance,
  allowedActions,
  commandsOf,
  defineMachine,
  ILLEGAL_TRANSITION,
  isTerminal,
  next,
  statesOf,
} from './index.ts';

const door = defineMachine('door', ['SHUT'], {
  SHUT: { open: 'AJAR', lock: 'LOCKED' },
  AJAR: { shut: 'SHUT' },
  LOCKED: {},
});

describe('a machine', () => {
  it('follows its table and refuses the rest', () => {
    expect(next(door, 'SHUT', 'open')).toBe('AJAR');
    expect(next(door, 'AJAR', 'lock')).toBe(ILLEGAL_TRANSITION);
    expect(next(door, 'LOCKED', 'open')).toBe(ILLEGAL_TRANSITION);
  });

  it('tells a service what was refused, where', () => {
    try {
      advance(door, 'AJAR', 'lock');
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(AppError);
      expect(error).toMatchObject({
        error: 'ILLEGAL_TRANSITION',
        facts: { subject: 'door', state: 'AJAR', command: 'lock' },
      });
    }
  });

  it('lists what a state allows', () => {
    expect(allowedActions(door, 'SHUT')).toEqual(['open', 'lock']);
    expect(allowedActions(door, 'LOCKED')).toEqual([]);
    expect(statesOf(door)).toEqual(['SHUT', 'AJAR', 'LOCKED']);
    expect(commandsOf(door)).toEqual(['open', 'lock', 'shut']);
    expect(isTerminal(door, 'LOCKED')).toBe(true);
    expect(isTerminal(door, 'AJAR')).toBe(false);
  });

  it('knows no command by the name of an inherited property', () => {
    const inherited: string = 'toString';
    expect(next<string, string>(door, 'SHUT', inherited)).toBe(ILLEGAL_TRANSITION);
  });

  it('lets the compiler refuse a target that is no state', () => {
    // @ts-expect-error NOWHERE is not a state of this machine
    defineMachine('broken', ['A'], { A: { go: 'NOWHERE' }, B: {} });
  });
});
