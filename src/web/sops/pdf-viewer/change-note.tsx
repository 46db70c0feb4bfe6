import { Trans } from '@lingui/react'
import { cx } from '../../ui/class-names.ts'

/** The changes in a version, in the words of the person who uploaded it. */
export const ChangeNote = ({ note, className }: { note: string; className?: string }) => (
  <span className={cx('block min-w-0 text-sm/normal wrap-anywhere', className)}>
    <Trans
      id="<0>What changed:</0> <1>{note}</1>"
      values={{ note }}
      components={{ 0: <span className="font-semibold" />, 1: <bdi className="whitespace-pre-line" /> }}
    />
  </span>
)
