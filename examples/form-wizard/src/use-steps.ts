import { useState } from 'react';

export const STEPS = ['which', 'what', 'check'] as const;
export type Step = (typeof STEPS)[number];

/** What was filled in so far. */
export interface Answers {
  readonly warningNo: string;
  readonly outcome: string;
  readonly details: string;
}
const NOTHING: Answers = { warningNo: '', outcome: '', details: '' };

/** The longest note that the server takes, and what an outcome takes of it. */
export const DETAILS_MAX = 160;

/** The text of what is missing in a step; null when one may go on. */
export function faultOf(step: Step, { warningNo, outcome, details }: Answers): string | null {
  if (step === 'which') return warningNo === '' ? 'fault.which' : null;
  if (step === 'what' && outcome === '') return 'fault.outcome';
  if (step === 'what' && details.trim() === '') return 'fault.details';
  if (step === 'what' && details.length > DETAILS_MAX) return 'fault.long';
  return null;
}

/** Which step one is at, what was filled in, and what keeps one from going on. */
export function useSteps() {
  const [at, setAt] = useState(0);
  const [answers, setAnswers] = useState(NOTHING);
  const [isAsked, setAsked] = useState(false);
  const step = STEPS[at] ?? 'which';
  const fault = faultOf(step, answers);
  return {
    step,
    answers,
    /** Told once somebody wanted to go on. */
    fault: isAsked ? fault : null,
    fill: (part: Partial<Answers>) => {
      setAnswers((now) => ({ ...now, ...part }));
    },
    next: () => {
      setAsked(fault !== null);
      if (fault === null) setAt((now) => now + 1);
    },
    back: () => {
      setAsked(false);
      setAt((now) => now - 1);
    },
    begin: () => {
      setAsked(false);
      setAnswers(NOTHING);
      setAt(0);
    },
  };
}
