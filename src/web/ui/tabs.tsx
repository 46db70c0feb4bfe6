import { Tabs as Radix } from 'radix-ui'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { formatCount } from '../../shared/words/formats.ts'
import { useI18n } from '../language.ts'
import { cx } from './class-names.ts'

/** Tabs of a screen. The arrow keys move from tab to tab. Tabs without room scroll sideways. */
export function Tabs<T extends string>({
  label,
  value,
  onChange,
  tabs,
  children,
  className,
}: {
  label: string
  value: T
  onChange: (value: T) => void
  /** A `count` of undefined is loading. Space for three digits is reserved, so that no tab moves when it arrives. */
  tabs: readonly { value: T; label: string; count?: number | undefined }[]
  /** The panel of the chosen tab. */
  children: ReactNode
  className?: string
}) {
  const list = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab was chosen
  useLayoutEffect(() => {
    list.current?.querySelector('[data-state=active]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [value])
  const i18n = useI18n()
  return (
    <Radix.Root
      value={value}
      onValueChange={(next) => onChange(next as T)}
      className={cx('flex min-h-0 flex-1 flex-col', className)}
    >
      <Radix.List
        ref={list}
        aria-label={label}
        className="flex shrink-0 gap-5 overflow-x-auto px-3.5 shadow-[inset_0_-1px_var(--line)] [scrollbar-width:none] max-[22rem]:gap-2.5 md:px-(--gutter)"
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className="flex h-10 shrink-0 items-center gap-1.5 border-transparent border-b-2 font-medium text-muted transition-colors duration-120 hover:text-text data-[state=active]:border-accent data-[state=active]:text-text focus-visible:-outline-offset-2 forced-colors:data-[state=inactive]:border-[Canvas] touch:h-11 touch:min-w-11"
          >
            {tab.label}
            {'count' in tab && (
              <span className="min-w-[3ch] text-start font-normal text-muted text-sm tabular">
                {tab.count !== undefined && formatCount(tab.count, { i18n })}
              </span>
            )}
          </Radix.Trigger>
        ))}
      </Radix.List>
      <Radix.Content value={value} tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none">
        {children}
      </Radix.Content>
    </Radix.Root>
  )
}
