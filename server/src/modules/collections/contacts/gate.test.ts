import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ContactQuestion, decideContact, type GateFacts } from './gate.ts';

const policy = {
  contactHours: { from: '08:00', to: '19:00' },
  contactCaps: { call: 3, sms: 2, robot: 2, all: 5 },
};
const question: ContactQuestion = {
  phone: '254712345678',
  purpose: 'COLLECTION',
  channel: 'CALL',
  merchantNo: 'M0001',
  customerNo: 'C1',
  // 10:00 in Nairobi.
  at: new Date('2026-06-10T07:00:00Z'),
};
const given: GateFacts = {
  policy,
  party: { partyKind: 'BORROWER', hasAgreed: true },
  blocks: [],
  triedToday: { CALL: 0, SMS: 0, ROBOT: 0 },
};
const ask = (changes: Partial<ContactQuestion> = {}, facts: Partial<GateFacts> = {}) =>
  decideContact({ ...question, ...changes }, { ...given, ...facts });
const at = (time: string) => ({ at: new Date(`2026-06-10T${time}Z`) });

describe('the contact gate', () => {
  it('is open from 08:00 up to 19:00 in Nairobi, and says when next', () => {
    expect(ask(at('05:00:00')).isAllowed).toBe(true);
    expect(ask(at('15:59:59')).isAllowed).toBe(true);
    expect(ask(at('04:59:59'))).toMatchObject({
      error: 'CONTACT_HOURS',
      nextAllowedAt: new Date('2026-06-10T05:00:00Z'),
    });
    expect(ask(at('16:00:00'))).toMatchObject({
      error: 'CONTACT_HOURS',
      facts: { from: '08:00', to: '19:00', next: '11 Jun 2026, 08:00 EAT' },
      nextAllowedAt: new Date('2026-06-11T05:00:00Z'),
    });
    expect(ask({ ...at('20:00:00'), purpose: 'REQUESTED' }).isAllowed).toBe(true);
  });

  it('lets a phone be tried so often a day and channel, and so often in all', () => {
    const tried = (CALL: number, SMS: number, ROBOT: number) => ask({}, { triedToday: { CALL, SMS, ROBOT } });
    expect(tried(2, 0, 0)).toMatchObject({ isAllowed: true, left: 1 });
    expect(tried(3, 0, 0)).toMatchObject({
      error: 'CONTACT_CAP',
      facts: { count: 3 },
      nextAllowedAt: new Date('2026-06-11T05:00:00Z'),
    });
    expect(tried(1, 2, 2)).toMatchObject({ error: 'CONTACT_CAP', facts: { count: 5 } });
  });

  it('is shut to whoever is no party, has not agreed or must not be called, and waiting fixes nothing', () => {
    expect(ask({}, { party: null })).toMatchObject({
      error: 'CONTACT_NO_PARTY',
      nextAllowedAt: null,
    });
    const guarantor = { partyKind: 'GUARANTOR', hasAgreed: false } as const;
    expect(ask({}, { party: guarantor })).toMatchObject({ error: 'CONTACT_NOT_AGREED' });
    const lead = { partyKind: 'LEAD', hasAgreed: true } as const;
    expect(ask({}, { party: lead, blocks: ['OPT_OUT'] })).toMatchObject({ error: 'CONTACT_NOT_AGREED' });
    expect(ask({}, { blocks: ['DO_NOT_CALL'] })).toMatchObject({ error: 'CONTACT_DO_NOT_CALL' });
    expect(ask({}, { blocks: ['DISPUTE'] })).toMatchObject({ error: 'CONTACT_DISPUTE' });
    expect(ask({}, { blocks: ['DO_NOT_CALL', 'DEATH'] })).toMatchObject({ error: 'CONTACT_DEATH' });
  });

  it('never opens outside the hours, past a cap or against a block, whatever else holds', () => {
    const anyFacts = fc.record({
      minute: fc.integer({ min: 0, max: 1_439 }),
      tried: fc.record({
        CALL: fc.nat({ max: 4 }),
        SMS: fc.nat({ max: 4 }),
        ROBOT: fc.nat({ max: 4 }),
      }),
      channel: fc.constantFrom('CALL' as const, 'SMS' as const, 'ROBOT' as const),
      hasAgreed: fc.boolean(),
      isBlocked: fc.boolean(),
    });
    fc.assert(
      fc.property(anyFacts, ({ minute, tried, channel, hasAgreed, isBlocked }) => {
        const time = new Date(Date.parse('2026-06-09T21:00:00Z') + minute * 60_000);
        const answer = ask(
          { channel, at: time },
          {
            party: { partyKind: 'GUARANTOR', hasAgreed },
            blocks: isBlocked ? ['DO_NOT_CALL'] : [],
            triedToday: tried,
          },
        );
        const cap = { CALL: 3, SMS: 2, ROBOT: 2 }[channel];
        const isRight =
          minute >= 480 &&
          minute < 1_140 &&
          hasAgreed &&
          !isBlocked &&
          tried[channel] < cap &&
          tried.CALL + tried.SMS + tried.ROBOT < 5;
        expect(answer.isAllowed).toBe(isRight);
        if (!answer.isAllowed && answer.nextAllowedAt) {
          expect(answer.nextAllowedAt.getTime()).toBeGreaterThan(time.getTime());
        }
      }),
    );
  });
});
