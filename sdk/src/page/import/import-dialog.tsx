import { useQuietFocus } from '../../components/use-quiet-focus.ts';
import { Button, Callout, Checkbox, Classes, Dialog } from '@blueprintjs/core';
import { EatTime } from '../../components/values.tsx';
import { FilePicker } from '../../components/file-picker.tsx';
import { MAX_IMPORT_ROWS } from '../../contracts/platform/import.contract.ts';
import { formatCount } from '../../format/money.ts';
import { JobPanel } from '../batch/job-panel.tsx';
import { useLeaving } from '../form/use-leaving.ts';
import type { Translate } from '../../i18n/texts.ts';
import { useKitText } from '../platform.ts';
import { SheetTable } from './sheet-table.tsx';
import { isFaulty, withoutFaulty, type ImportSheet } from './sheet.ts';
import type { ImportFormat, Importer } from './use-import.ts';
import './import.css';

const FORMATS: readonly ImportFormat[] = ['xlsx', 'csv'];

/**
 * An import from its template to its result: a file is chosen, its faulty cells are fixed or their rows left
 * out, the rest is applied by a job whose failed rows can be downloaded.
 *
 * @example <ImportDialog importer={importer} />
 */
export function ImportDialog(props: { readonly importer: Importer }) {
  const { importer } = props;
  const { applying, sheet } = importer;
  const kit = useKitText();
  const leaving = useLeaving(importer.close);
  const leave = (): void => {
    leaving.tell(sheet !== null && sheet.rows.some((row) => row.opened.length > 0));
    leaving.leave();
  };
  const quietFocus = useQuietFocus(applying.opened !== null);
  return (
    <>
      <Dialog
        {...quietFocus}
        className={sheet === null ? 'kp-dialog' : 'kp-dialog kp-import'}
        isOpen={applying.opened !== null}
        title={applying.textOf('title')}
        canEscapeKeyClose={false}
        canOutsideClickClose={false}
        transitionDuration={100}
        onClose={leave}
      >
        <div className={Classes.DIALOG_BODY}>
          {[importer.error, applying.error].map(
            (error, index) =>
              error !== null && (
                <Callout key={index} intent="danger" className="kp-fault" role="alert" icon={null}>
                  {error.msg}
                  {error.isNetwork && <div>{kit('form.network')}</div>}
                </Callout>
              ),
          )}
          {sheet === null ? <Choosing importer={importer} /> : <Fixing importer={importer} />}
        </div>
        <div className="kp-foot">
          {sheet !== null && <WhyNotYet importer={importer} />}
          <Button text={kit('cancel')} disabled={applying.isPending} onClick={leave} />
          {sheet !== null && <ApplyButton importer={importer} />}
        </div>
      </Dialog>
      <JobPanel followed={importer.followed} nameOf={(subject) => rowName(subject, kit)} />
    </>
  );
}

/** `3 · Wanjiru Kamau`, as the server names a row, in the reader's words. */
function rowName(subject: string, kit: Translate): string {
  const [number = '', ...name] = subject.split(' · ');
  return [kit('job.row', { number }), ...name].join(' · ');
}

/** The template and the file. */
function Choosing({ importer }: { readonly importer: Importer }) {
  const kit = useKitText();
  return (
    <>
      <p>{kit('import.templateText')}</p>
      <div className="kp-import-templates">
        {FORMATS.map((format) => (
          <Button
            key={format}
            text={`${kit('import.template')} · ${kit(`export.${format}`)}`}
            onClick={() => {
              importer.downloadTemplate(format);
            }}
          />
        ))}
      </div>
      <FilePicker
        label={kit('import.choose')}
        file={null}
        rule={{ extensions: ['csv', 'xlsx'], maxMb: importer.maxRows > MAX_IMPORT_ROWS ? 32 : 5 }}
        onChange={(file) => {
          if (file !== null) importer.read(file);
        }}
      />
      <p className="kp-note" role="status">
        {importer.isReading ? kit('import.reading') : kit('import.atMost', { rows: formatCount(importer.maxRows) })}
      </p>
    </>
  );
}

/** What was read, how much of it is faulty, and the cells to fix. */
function Fixing({ importer }: { readonly importer: Importer }) {
  const { sheet } = importer;
  const kit = useKitText();
  if (sheet === null) return null;
  const faulty = sheet.long?.faulty ?? sheet.rows.filter(isFaulty).length;
  const count = (key: string, shown: number) => kit(key, { count: shown, shown: formatCount(shown) });
  return (
    <>
      <Earlier importer={importer} />
      <div className="kp-import-head">
        <span role="status">
          <b>{count('import.rows', sheet.long?.rows ?? sheet.rows.length)}</b>
          {' · '}
          <span className={faulty > 0 ? 'kp-note-wrong' : 'kp-muted'}>
            {faulty > 0 ? count('import.faulty', faulty) : kit('import.noFaults')}
          </span>
        </span>
        {faulty > 0 && sheet.long === null && (
          <Button
            size="small"
            text={kit('import.dropFaulty', {
              count: sheet.rows.length - withoutFaulty(sheet).rows.length,
            })}
            onClick={importer.dropFaulty}
          />
        )}
        <Button size="small" variant="minimal" text={kit('import.another')} onClick={importer.forget} />
      </div>
      <Read importer={importer} sheet={sheet} />
    </>
  );
}

function Read({ importer, sheet }: { readonly importer: Importer; readonly sheet: ImportSheet }) {
  const kit = useKitText();
  if (sheet.long !== null) return <LongFile sheet={sheet} long={sheet.long} />;
  if (sheet.read === 0) return <p className="kp-muted">{kit('import.empty')}</p>;
  return <SheetTable importer={importer} sheet={sheet} />;
}

/** What would be refused of a file that is too long to be fixed here. */
function LongFile(props: { readonly sheet: ImportSheet; readonly long: NonNullable<ImportSheet['long']> }) {
  const { faults } = props.long;
  const kit = useKitText();
  const titleOf = (field: string) => props.sheet.columns.find(({ key }) => key === field)?.title ?? field;
  return (
    <>
      <p className="kp-note">{kit('import.long')}</p>
      {faults.length > 0 && (
        <table className="kp-plain-table">
          <thead>
            <tr>
              {['longColumn', 'longReason', 'longCount', 'longExamples'].map((key) => (
                <th key={key} scope="col">
                  {kit(`import.${key}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {faults.map(({ field, msg, count, rowNos }) => (
              <tr key={`${field} ${msg}`}>
                <td>{titleOf(field)}</td>
                <td>{msg}</td>
                <td>{formatCount(count)}</td>
                <td>{rowNos.join(', ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

/** The same file was imported before: whoever goes on says so. */
function Earlier({ importer }: { readonly importer: Importer }) {
  const kit = useKitText();
  const earlier = importer.sheet?.earlier ?? null;
  if (earlier === null) return null;
  const { at, no, byName } = earlier;
  return (
    <Callout intent="warning" icon={null} role="alert">
      {kit('import.earlier', { no, name: byName })} <EatTime at={at} />
      <Checkbox
        label={kit('import.again')}
        checked={importer.isAgain}
        onChange={({ currentTarget }) => {
          importer.sayAgain(currentTarget.checked);
        }}
      />
    </Callout>
  );
}

/** Faults keep a sheet from being applied, and so does what the server has not looked at since. */
const isUnsure = ({ sheet }: Importer): boolean => sheet?.rows.some((row) => isFaulty(row) || row.isEdited) === true;
const isSeen = ({ sheet, isAgain }: Importer): boolean => sheet !== null && sheet.earlier !== null && !isAgain;

function WhyNotYet({ importer }: { readonly importer: Importer }) {
  const kit = useKitText();
  if (!isUnsure(importer)) return null;
  return (
    <span className="kp-note kp-import-why">{kit(importer.isChecking ? 'import.checking' : 'import.fixFirst')}</span>
  );
}

function ApplyButton({ importer }: { readonly importer: Importer }) {
  const { sheet, applying, isChecking } = importer;
  const kit = useKitText();
  const long = sheet?.long ?? null;
  const count = long === null ? (sheet?.rows.length ?? 0) : long.rows - long.faulty;
  return (
    <Button
      intent="primary"
      text={kit('import.apply', { count })}
      disabled={count === 0 || isUnsure(importer) || isSeen(importer) || isChecking}
      loading={applying.isPending}
      onClick={importer.apply}
    />
  );
}
