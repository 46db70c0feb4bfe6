import { Trans } from '@lingui/react'
import { Link } from '@tanstack/react-router'
import type { HouseState } from '../../shared/setup.ts'
import { useCan } from '../api/viewer.ts'
import { When } from '../components/time/when.tsx'
import { useI18n } from '../language.ts'
import { CountedStep } from './counted-step.tsx'
import type { StepProps } from './step-frame.tsx'

const code = <code dir="ltr" className="rounded-md bg-sunken px-1.5 py-0.5 text-sm" />

/** Says whether backups are made, and how the person who runs the server has them made. */
export function BackupStep(props: StepProps) {
  const i18n = useI18n()
  const mayLook = useCan('operations:read')
  return (
    <CountedStep
      {...props}
      title={i18n.t('Where do backups go?')}
      description={i18n.t('A backup holds all rows and files. Without one, a broken disk takes everything with it.')}
      isDone={({ backups }) => backups.isPlanned}
      says={(house) => <BackupNote backups={house.backups} />}
    >
      <p className="max-w-xl text-pretty">
        <Trans
          id="The person who runs the server sets <0>{to}</0> to a folder on another machine or to a bucket, and <1>{every}</1> to a time such as <2>{time}</2>. Then Muster makes backups by itself."
          values={{ to: 'BACKUP_TO', every: 'BACKUP_EVERY', time: '03:00' }}
          components={{ 0: code, 1: code, 2: code }}
        />
      </p>
      {mayLook && (
        <Link
          to="/admin/operations"
          className="flex min-h-9 items-center gap-1.5 self-start font-medium text-accent hover:underline touch:min-h-11"
        >
          {i18n.t('Look at the server')}
        </Link>
      )}
    </CountedStep>
  )
}

/** Whether backups are made by themselves, and when the last one was made. */
function BackupNote({ backups: { isPlanned, lastAt } }: Pick<HouseState, 'backups'>) {
  const i18n = useI18n()
  if (lastAt !== null)
    return <Trans id="The last backup was made on {time}." values={{ time: <When iso={lastAt} as="moment" /> }} />
  return isPlanned
    ? i18n.t('Backups are planned. The first one has not been made yet.')
    : i18n.t('The server makes no backups by itself.')
}
