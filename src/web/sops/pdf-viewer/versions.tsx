import { Trans } from '@lingui/react'
import { Check } from 'lucide-react'
import { type Sop, type SopVersion, sopsApi } from '../../../shared/sops.ts'
import { useReply } from '../../api/queries.ts'
import { fullName } from '../../components/people/avatar.tsx'
import { When } from '../../components/time/when.tsx'
import { useI18n } from '../../language.ts'
import { cx } from '../../ui/class-names.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { Skeleton, times } from '../../ui/skeleton.tsx'
import { ChangeNote } from './change-note.tsx'

/** All versions of an SOP, newest first: the uploader of each, its date, and its changes. A click shows it. */
export function Versions({
  sop,
  revision,
  onChoose,
  onClose,
}: {
  sop: Sop
  /** The one that is shown. */
  revision: number
  onChoose: (revision: number) => void
  onClose: () => void
}) {
  const i18n = useI18n()
  const query = useReply(sopsApi.versions, { params: { id: sop.id } })
  const { data } = query
  return (
    <Dialog open onClose={onClose} title={i18n.t('Versions')} description={<bdi>{sop.title}</bdi>}>
      {data ? (
        <ul className="-mx-2 grid gap-0.5">
          {data.map((version) => (
            <li key={version.revision}>
              <Version
                version={version}
                isShown={version.revision === revision}
                isCurrent={version.revision === sop.revision}
                onChoose={() => onChoose(version.revision)}
              />
            </li>
          ))}
        </ul>
      ) : (
        <NotLoaded query={query} failure={i18n.t('The versions could not be loaded.')}>
          <div role="status" className="grid gap-3">
            <span className="text-muted">{i18n.t('Loading the versions...')}</span>
            {times(3, () => (
              <Skeleton className="h-12" />
            ))}
          </div>
        </NotLoaded>
      )}
    </Dialog>
  )
}

function Version({
  version: { version, uploader, createdAt, changeNote },
  isShown,
  isCurrent,
  onChoose,
}: {
  version: SopVersion
  isShown: boolean
  isCurrent: boolean
  onChoose: () => void
}) {
  const i18n = useI18n()
  return (
    <button
      type="button"
      aria-current={isShown}
      onClick={onChoose}
      className={cx(
        'flex w-full flex-col gap-0.5 rounded-control px-3 py-2.5 text-start hover:bg-hover focus-visible:-outline-offset-2',
        isShown && 'bg-accent-soft',
      )}
    >
      <span className="flex w-full items-center gap-2">
        <span className="min-w-0 font-semibold tabular wrap-anywhere">{i18n.t('Version {version}', { version })}</span>
        {isCurrent && <span className="text-muted text-sm">{i18n.t('Current ##version')}</span>}
        {isShown && <Check aria-hidden="true" className="ms-auto size-4 shrink-0 text-accent" />}
      </span>
      <span className="text-muted text-sm tabular">
        <Trans
          id="Uploaded <0/> by {name}"
          values={{ name: fullName(uploader) }}
          components={{ 0: <When iso={createdAt} /> }}
        />
      </span>
      {changeNote && <ChangeNote note={changeNote} />}
    </button>
  )
}
