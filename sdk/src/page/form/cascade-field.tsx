import { HTMLSelect } from '@blueprintjs/core';
import type { Option, OptionSource } from '../list/option-source.ts';
import { useOptions } from '../list/use-options.ts';
import { useKitText } from '../platform.ts';
import { ChoicesFailed } from './choice-fields.tsx';
import { FieldFrame } from './field-frame.tsx';
import type { FieldProps } from './field-frame.tsx';
import { addressOptions } from './sources.ts';

/** The values from the top of a tree to one of its options; empty where it is not among them. */
export function pathTo(options: readonly Option[], value: string): readonly string[] {
  for (const option of options) {
    if (option.value === value) return [value];
    const below = pathTo(option.children ?? [], value);
    if (below.length > 0) return [option.value, ...below];
  }
  return [];
}

/**
 * One of a tree, chosen level by level: each choice opens the level below it. The field holds what was chosen
 * last, at whatever level; the contract says how deep it must be.
 *
 * @example <Cascade name="addressCode" source={addresses} levels={[t('county'), t('subCounty'), t('ward')]} />
 */
export function CascadeField<Name extends string>(
  props: FieldProps<Name> & {
    readonly source: OptionSource;
    /** What the levels are called, from the top. */
    readonly levels: readonly string[];
  },
) {
  const kit = useKitText();
  const { options, isLoading, hasFailed, retry } = useOptions(props.source);
  return (
    <FieldFrame
      {...props}
      isGroup
      draw={({ label, value, isInvalid, isDisabled, describedBy, onChange, onBlur }) => {
        const path = typeof value === 'string' ? pathTo(options, value) : [];
        return (
          <div className="kp-cascade">
            {props.levels.map((level, depth) => {
              const offered = path.length < depth ? [] : optionsBelow(options, path.slice(0, depth));
              return (
                <HTMLSelect
                  key={level}
                  fill
                  aria-label={`${label}: ${level}`}
                  disabled={isDisabled || offered.length === 0}
                  aria-invalid={isInvalid}
                  aria-describedby={describedBy}
                  value={path[depth] ?? ''}
                  onBlur={onBlur}
                  onChange={(event) => {
                    // Emptied, the level above it is what stands.
                    onChange(event.target.value || (path[depth - 1] ?? null));
                  }}
                >
                  <option value="">{isLoading ? kit('loading') : level}</option>
                  {offered.map((option) => (
                    <option key={option.value} value={option.value} disabled={option.isDisabled}>
                      {option.label}
                    </option>
                  ))}
                </HTMLSelect>
              );
            })}
            {hasFailed && <ChoicesFailed retry={retry} />}
          </div>
        );
      }}
    />
  );
}

/** An address, county by sub-county; the field holds the code of what was chosen last. */
export function AddressField<Name extends string>(props: FieldProps<Name>) {
  const kit = useKitText();
  const levels = [kit('field.county'), kit('field.subCounty')];
  return <CascadeField {...props} source={addressOptions} levels={levels} />;
}

/** The options one level below a path. */
function optionsBelow(options: readonly Option[], path: readonly string[]): readonly Option[] {
  let level = options;
  for (const value of path) {
    level = level.find((option) => option.value === value)?.children ?? [];
  }
  return level;
}
