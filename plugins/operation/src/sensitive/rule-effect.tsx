import { useText } from '@kituo/sdk';
import { sensitiveInfo } from '@kituo/sdk/contracts';
import { Answered, useDetail, useFormValues } from '@kituo/sdk/page';

/** Whom the rule in the form would change, and what it means for the person who is named. */
export function RuleEffect() {
  const t = useText();
  const { fieldKey, maskRule, exportAllowed, revealRoles, purposes, dailyRevealBudget, userName, ...more } =
    useFormValues();
  const { tailScreens, hiddenScreens, noFileScreens } = more;
  const named = typeof userName === 'string' && userName.trim() !== '' ? userName.trim() : null;
  const request = sensitiveInfo.simulate.request.safeParse({
    rule: {
      fieldKey,
      maskRule,
      exportAllowed,
      revealRoles,
      purposes,
      dailyRevealBudget,
      tailScreens,
      hiddenScreens,
      noFileScreens,
    },
    userName: named,
  });
  const simulated = useDetail(sensitiveInfo.simulate, request.success ? request.data : null);
  if (!request.success) return null;
  const shown = ({ shown: seen, inFiles, mayReveal, aDay, purposes: given }: Standing): string => {
    const both = seen === inFiles ? seen : `${seen} (${t('sensitive.inFiles')} ${inFiles})`;
    return `${both} · ${reveals({ mayReveal, aDay, purposes: given })}`;
  };
  const reveals = ({ mayReveal, aDay, purposes: given }: Omit<Standing, 'shown' | 'inFiles'>): string => {
    if (!mayReveal) return t('sensitive.cannot');
    const what = given === null ? t('sensitive.anyPurpose') : given.join(', ');
    return `${t('sensitive.aDay', { count: aDay })} · ${what}`;
  };
  return (
    <Answered detail={simulated}>
      {({ users, gaining, losing, masked, person }) => (
        <section aria-label={t('sensitive.effect')} aria-live="polite">
          <h4>{t('sensitive.effect')}</h4>
          <p>{t('sensitive.effectText', { users, gaining, losing, count: users })}</p>
          {masked.now !== masked.then && <p>{t('sensitive.maskedText', masked)}</p>}
          {named !== null && person === null && <p className="kp-muted">{t('sensitive.nobody')}</p>}
          {person !== null && (
            <p>
              {person.realName}: {shown(person.now)} → {shown(person.then)}
            </p>
          )}
        </section>
      )}
    </Answered>
  );
}

interface Standing {
  readonly shown: string;
  readonly inFiles: string;
  readonly mayReveal: boolean;
  readonly aDay: number;
  readonly purposes: readonly string[] | null;
}
