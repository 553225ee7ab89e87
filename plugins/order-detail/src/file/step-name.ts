import { session$, useValue } from '@kituo/sdk';

interface Named {
  readonly stepName: string;
  readonly stepNameZh?: string | undefined;
}

/** What the reader calls a review step: the Chinese name where there is one and they read Chinese. */
export function useStepName(): (step: Named) => string {
  const { language } = useValue(session$);
  return ({ stepName, stepNameZh }) => (language === 'zh' ? (stepNameZh ?? stepName) : stepName);
}
