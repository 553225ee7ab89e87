import { Button, useText } from '@kituo/sdk';
import type { riskModel } from '@kituo/sdk/contracts';
import { MODEL_INPUT } from '../parts/codes.ts';
import { Chosen, Typed, wholeOf } from '../parts/line-fields.tsx';
import { isMoney, keptValue, typedValue } from '../parts/money-values.ts';
import '../rules/rules.css';

/** What a model's form holds in lists: the lines of its card, and its levels. */
export interface ModelLines {
  readonly attributes: readonly riskModel.Attribute[];
  readonly levels: readonly riskModel.ScoreLevel[];
}

const newLine = (after: readonly riskModel.Attribute[]): riskModel.Attribute => ({
  input: after.at(-1)?.input ?? 'age',
  from: '*',
  points: 0,
});

/** A list of lines that one adds to, changes and removes from. */
function Lines<Line>(props: {
  readonly legend: string;
  readonly addText: string;
  readonly lines: readonly Line[];
  readonly make: () => Line;
  readonly onChange: (lines: readonly Line[]) => void;
  readonly children: (line: Line, set: (change: Partial<Line>) => void) => React.ReactNode;
}) {
  const t = useText();
  const { lines, onChange } = props;
  return (
    <fieldset className="rk-rules">
      <legend>{props.legend}</legend>
      {lines.map((line, index) => (
        <section key={index} className="rk-line" aria-label={t('model.place', { of: props.legend, no: index + 1 })}>
          {props.children(line, (change) => {
            onChange(lines.map((one, at) => (at === index ? { ...one, ...change } : one)));
          })}
          <Button
            size="small"
            variant="minimal"
            intent="danger"
            text={t('ruleSet.remove')}
            aria-label={t('model.removeOf', { of: props.legend, no: index + 1 })}
            onClick={() => {
              onChange(lines.filter((_one, at) => at !== index));
            }}
          />
        </section>
      ))}
      <Button
        size="small"
        text={props.addText}
        onClick={() => {
          onChange([...lines, props.make()]);
        }}
      />
    </fieldset>
  );
}

/** A scorecard line by line: what each value of an input is worth. */
export function CardEditor(props: { readonly lines: ModelLines; readonly onChange: (lines: ModelLines) => void }) {
  const t = useText();
  const { lines, onChange } = props;
  const { attributes } = lines;
  return (
    <>
      <Lines
        legend={t('model.card')}
        addText={t('model.addLine')}
        lines={attributes}
        make={() => newLine(attributes)}
        onChange={(changed) => onChange({ ...lines, attributes: changed })}
      >
        {({ input, from, points }, set) => (
          <>
            <Chosen
              label="input"
              from={MODEL_INPUT}
              value={input}
              onChange={(chosen) => set({ input: chosen, from: keptValue(chosen, typedValue(input, from)) })}
            />
            <Typed
              label={isMoney(input) ? 'fromKes' : 'from'}
              value={typedValue(input, from)}
              max={13}
              onChange={(text) => set({ from: keptValue(input, text) })}
            />
            <Typed label="points" value={String(points)} max={5} onChange={(text) => set({ points: signedOf(text) })} />
          </>
        )}
      </Lines>
      <p className="kp-muted">{t('model.cardHint')}</p>
    </>
  );
}

const signedOf = (text: string): number => (text.trim().startsWith('-') ? -wholeOf(text) : wholeOf(text));

/** The levels of a model: from which score on. */
export function LevelsEditor(props: { readonly lines: ModelLines; readonly onChange: (lines: ModelLines) => void }) {
  const t = useText();
  const { lines, onChange } = props;
  const { levels } = lines;
  return (
    <Lines
      legend={t('field.levels')}
      addText={t('model.addLevel')}
      lines={levels}
      make={() => ({ modelLevel: '', minScore: 0 })}
      onChange={(changed) => onChange({ ...lines, levels: changed })}
    >
      {({ modelLevel, minScore }, set) => (
        <>
          <Typed label="modelLevel" value={modelLevel} max={2} onChange={(text) => set({ modelLevel: text })} />
          <Typed
            label="minScore"
            value={String(minScore)}
            max={4}
            onChange={(text) => set({ minScore: wholeOf(text) })}
          />
        </>
      )}
    </Lines>
  );
}
