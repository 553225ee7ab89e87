import { useEffect } from 'react';
import type { RefObject } from 'react';

/** The first choice of a step, or of the result where no step is named. */
export function firstRadio(steps: HTMLElement | null, name: string | null): HTMLInputElement | null {
  const panel = steps?.closest('.of-decision');
  const wanted = name === null ? '.of-results input' : `input[name="${name}"]`;
  return panel?.querySelector<HTMLInputElement>(wanted) ?? null;
}

/** At load the focus stands on the first step without an answer, unless somebody put it elsewhere. */
export function useStepsFocus(steps: RefObject<HTMLElement | null>, isReady: boolean): void {
  useEffect(() => {
    if (!isReady || document.activeElement !== document.body) return;
    const groups = [...(steps.current?.querySelectorAll('[role="radiogroup"]') ?? [])];
    const open = groups.find((group) => group.querySelector(':checked') === null);
    open?.querySelector('input')?.focus({ preventScroll: true });
  }, [steps, isReady]);
}

const MARKED_MS = 2_000;

/** Frames in which the tab may still be drawn. */
const TAB_FRAMES = 60;

/** Brings the section of a step's evidence into sight and marks it for a moment. */
export function showEvidence(tab: string, framesLeft = TAB_FRAMES): void {
  requestAnimationFrame(() => {
    const panels = document.querySelectorAll<HTMLElement>('.of-page .kp-tabs [role="tabpanel"]');
    const section = [...panels].find(({ id }) => id.endsWith(`_${tab}`));
    if (section === undefined) {
      if (framesLeft > 0) showEvidence(tab, framesLeft - 1);
      return;
    }
    section.scrollIntoView?.({ block: 'start' });
    section.dataset['marked'] = '';
    setTimeout(() => delete section.dataset['marked'], MARKED_MS);
  });
}
