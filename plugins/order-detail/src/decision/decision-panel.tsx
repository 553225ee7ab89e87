import {
  Button,
  Callout,
  confirm,
  EatTime,
  formatDate,
  formatMoney,
  formatTime,
  offerShortcuts,
  useEndpoint,
  useNavigate,
  usePluginScope,
  useText,
} from '@kituo/sdk';
import { reviewConfig } from '@kituo/sdk/contracts';
import type { orderAudit } from '@kituo/sdk/contracts';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { RefObject } from 'react';
import { MY_REVIEWS } from '../file/order-link.ts';
import { CallButton } from './call-button.tsx';
import { DecisionFields } from './decision-fields.tsx';
import { Former } from './former.tsx';
import { LeaseTimer } from './lease-timer.tsx';
import { Missing } from './missing.tsx';
import { missingAnswers } from './missing-answers.ts';
import { isAccountChanged } from './review-form.ts';
import type { Result, ReviewValues } from './review-form.ts';
import { ReleaseButton } from './release-button.tsx';
import { ReviewSteps } from './review-steps.tsx';
import type { Review } from './use-review.ts';
import { useRoom } from './use-room.ts';

const DAY_MS = 86_400_000;
const RESULTS: readonly Result[] = ['PASS', 'REFUSE', 'REJECT'];

/** The decision: steps, result, what the result asks for, and the confirmation that names what follows. */
export function DecisionPanel(props: {
  readonly review: Review;
  readonly panel: orderAudit.Panel;
  readonly values: ReviewValues;
}) {
  const { review, panel, values } = props;
  const t = useText();
  const scope = usePluginScope();
  const navigate = useNavigate();
  const panelElement = useRef<HTMLElement>(null);
  const element = useRef<HTMLDivElement>(null);
  useRoom(panelElement);
  const isLocked = review.lost !== null || panel.waitingChangeNo !== null;
  const codes = useEndpoint(reviewConfig.refuseCodes, {});
  const chosen = codes.data?.find(({ refuseCode }) => refuseCode === values.refuseCode);
  const coolOffDays = chosen?.coolOffDays ?? 0;
  const submit = async (): Promise<void> => {
    if (isLocked || review.isSending || values.auditResult === null) return;
    const missing = missingAnswers(panel, values, (key) => t(`review.${key}`));
    if (missing.length > 0) {
      review.mark(missing);
      focusFirstFault(element.current);
      return;
    }
    const request = question(panel, values, coolOffDays, t);
    if (!(await confirm(request, scope))) return;
    if ((await review.decide()) === null) focusFirstFault(element.current);
  };
  useInSight(element, review.lost !== null);
  // By keys the focus goes on to the next choice that the result asks for, which may be drawn only then.
  const goesOn = useRef(false);
  useEffect(() => {
    if (goesOn.current) focusOpenChoice(element.current);
    goesOn.current = false;
  }, [values]);
  const submitNow = useEffectEvent(submit);
  const choose = useEffectEvent((auditResult: Result) => {
    if (isLocked) return;
    goesOn.current = true;
    review.change({ auditResult });
  });
  useEffect(() => {
    // The question opens when the key is let go: else the same Enter would answer it.
    let isAsked = false;
    const letGo = ({ key }: KeyboardEvent): void => {
      if (!isAsked || key !== 'Enter') return;
      isAsked = false;
      void submitNow();
    };
    const listen = (event: KeyboardEvent): void => {
      const result = event.altKey ? RESULTS[Number(event.key) - 1] : undefined;
      if (result !== undefined) {
        event.preventDefault();
        choose(result);
      } else if (event.ctrlKey && event.key === 'Enter') {
        event.preventDefault();
        isAsked = true;
      }
    };
    document.addEventListener('keydown', listen);
    document.addEventListener('keyup', letGo);
    return () => {
      document.removeEventListener('keydown', listen);
      document.removeEventListener('keyup', letGo);
    };
  }, []);
  useEffect(
    () =>
      offerShortcuts({
        id: 'order-review',
        title: t('keys.review'),
        entries: [
          { keys: ['Alt', '1 2 3'], text: t('keys.result') },
          { keys: ['Ctrl', 'Enter'], text: t('keys.confirm') },
        ],
      }),
    [t],
  );
  return (
    <aside ref={panelElement} className="of-decision" aria-label={t('review.decision')}>
      <div ref={element} className="of-decision-body">
        <header className="of-decision-head">
          <h2>{t('review.decision')}</h2>
          {review.lost === null && <LeaseTimer endsAt={panel.leaseEndsAt} onRenew={review.renew} />}
        </header>
        {review.lost !== null && (
          <Callout intent="danger" icon={null} role="alert">
            {review.lost.msg}
          </Callout>
        )}
        {panel.waitingChangeNo !== null && (
          <Callout intent="warning" icon={null}>
            {t('review.waits')}
          </Callout>
        )}
        <CallButton orderNo={panel.orderNo} isLocked={isLocked} />
        <Former panel={panel} />
        <ReviewSteps review={review} panel={panel} error={review.error} isLocked={isLocked} />
        <fieldset
          className="of-result"
          disabled={isLocked}
          onKeyDownCapture={({ target, key }) => {
            const isChoice = target instanceof HTMLInputElement && target.type === 'radio';
            goesOn.current = isChoice && /^[1-9]$/.test(key);
          }}
          onPointerDownCapture={() => {
            goesOn.current = false;
          }}
        >
          <legend>{t('review.result')}</legend>
          <div
            className="of-results"
            role="radiogroup"
            aria-label={t('review.result')}
            onKeyDown={(event) => {
              const result = event.altKey || event.ctrlKey ? undefined : RESULTS[Number(event.key) - 1];
              if (result === undefined) return;
              event.preventDefault();
              event.stopPropagation();
              review.change({ auditResult: result });
            }}
          >
            {RESULTS.map((result, index) => (
              <label key={result} data-result={result}>
                <input
                  type="radio"
                  name="auditResult"
                  checked={values.auditResult === result}
                  onChange={() => {
                    review.change({ auditResult: result });
                  }}
                />
                {t(`review.verdict.${result}`)}
                <kbd>Alt {index + 1}</kbd>
              </label>
            ))}
          </div>
          {values.auditResult !== null && (
            <DecisionFields values={values} panel={panel} error={review.error} onChange={review.change} />
          )}
        </fieldset>
        {review.error !== null && (
          <Missing
            error={review.error}
            panel={panel}
            onJump={(field) => {
              focusField(element.current, `[data-field="${field}"]`);
            }}
          />
        )}
        {panel.similar.length > 0 && (
          <details className="of-similar">
            <summary>{t('review.similar', { count: panel.similar.length })}</summary>
            <ul>
              {panel.similar.map((each) => (
                <li key={each.orderNo}>
                  {t(`AUDIT_RESULT.${each.auditResult}`)} ·{' '}
                  {formatMoney(each.approvedAmountCents ?? each.loanAmountCents)}
                  {each.refuseCode !== null && ` · ${each.refuseCode}`} · <EatTime at={each.decidedAt} dayOnly />
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
      <footer className="of-decision-foot">
        <Button
          intent={values.auditResult === null || values.auditResult === 'PASS' ? 'primary' : 'danger'}
          disabled={isLocked || values.auditResult === null}
          loading={review.isSending}
          text={t(`review.submit.${values.auditResult ?? 'PASS'}`)}
          onClick={() => void submit()}
        />
        {review.lost !== null && <Button text={t('review.toQueue')} onClick={() => void navigate(MY_REVIEWS)} />}
        <ReleaseButton orderNo={panel.orderNo} isLocked={isLocked} onReleased={() => void navigate(MY_REVIEWS)} />
        <span className="kp-muted" role="status">
          {review.saveFault !== null
            ? t('review.notSaved')
            : review.savedAt !== null && t('review.saved', { at: formatTime(review.savedAt) })}
        </span>
      </footer>
    </aside>
  );
}

/** What took the order away is said at the head; whoever is at the foot would not see it. */
function useInSight(element: RefObject<HTMLElement | null>, isLost: boolean): void {
  useEffect(() => {
    if (isLost) element.current?.scrollTo?.({ top: 0 });
  }, [element, isLost]);
}

/** Frames in which a closing dialog may still give the focus back to where it came from. */
const DIALOG_FRAMES = 24;

/** The first choice that is required and not made; the focus stays where there is none. */
function focusOpenChoice(element: HTMLElement | null): void {
  for (const field of element?.querySelectorAll('[data-field]:has(.of-required)') ?? []) {
    const radios = [...field.querySelectorAll<HTMLInputElement>('input[type=radio]')];
    if (radios.length === 0 || radios.some(({ checked }) => checked)) continue;
    radios[0]?.focus();
    return;
  }
}

/** Puts the focus on the first field with a message, after the messages are drawn and the question is gone. */
function focusFirstFault(element: HTMLElement | null, framesLeft = DIALOG_FRAMES): void {
  requestAnimationFrame(() => {
    const faults = element?.querySelectorAll<HTMLElement>('[data-invalid]') ?? [];
    const isThere = [...faults].some((fault) => fault.contains(document.activeElement));
    if (!isThere) focusField(element, '[data-invalid]');
    if (framesLeft > 0) focusFirstFault(element, framesLeft - 1);
  });
}

function focusField(element: HTMLElement | null, selector: string): void {
  const field = element?.querySelector(selector);
  field?.querySelector<HTMLElement>('input:not([hidden]), select, textarea')?.focus();
}

type Translate = ReturnType<typeof useText>;

/** Names the order, the amount and what follows. */
function question(panel: orderAudit.Panel, values: ReviewValues, coolOffDays: number, t: Translate) {
  const { orderNo } = panel;
  const result = values.auditResult ?? 'PASS';
  const title = t(`review.ask.${result}`, { order: orderNo });
  const confirmText = t(`review.submit.${result}`);
  if (result === 'PASS') {
    const amount = formatMoney(values.approvedAmountCents);
    const after = panel.isProposalOnly
      ? t('review.after.proposal')
      : isAccountChanged(values)
        ? t('review.after.secondPerson')
        : t(panel.autoSend ? 'review.after.autoSend' : 'review.after.byHand');
    const to = isAccountChanged(values) ? t('payee.newAccount') : panel.payee.account;
    const text = `${t('review.passText', { order: orderNo, amount, account: to })} ${after}`;
    return { title, text, confirmText };
  }
  if (result === 'REFUSE') {
    const from = formatDate(new Date(Date.now() + coolOffDays * DAY_MS));
    const text = t(coolOffDays > 0 ? 'review.refuseUntil' : 'review.refuseText', { date: from });
    return { title, text, confirmText, intent: 'danger' as const };
  }
  const items = [
    ...(values.changeBankCard === true ? [t('review.redo.BANK_CARD')] : []),
    ...(values.changePayoutType === true ? [t('review.redo.PAYOUT_TYPE')] : []),
  ];
  const what = items.length === 0 ? values.remark : items.join(', ');
  const days = { count: panel.returnDays };
  const text = what.trim() === '' ? t('review.rejectPlain', days) : t('review.rejectText', { what, ...days });
  return { title, text, confirmText, intent: 'danger' as const };
}
