import { Search } from 'lucide-react'
import { Popover as Radix } from 'radix-ui'
import type { RefObject } from 'react'
import { type Choice, FinderList, useFinder } from './finder.tsx'

/** The open part of `FindMenu`, apart from it so that it loads on demand. */
export function FindPanel({
  id,
  anchor,
  align,
  choices,
  value,
  onChange,
  label,
  placeholder,
  onClose,
}: {
  id: string
  anchor: RefObject<HTMLElement | null>
  align: 'start' | 'end'
  choices: readonly Choice[]
  value: string
  onChange: (id: string) => void
  label: string
  placeholder: string
  onClose: () => void
}) {
  const finder = useFinder(choices, value, (choice) => {
    onChange(choice.id)
    onClose()
  })
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Anchor virtualRef={anchor} />
      <Radix.Portal>
        <Radix.Content
          id={id}
          aria-label={label}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            // Unless what was chosen has moved the focus on.
            if (document.activeElement === document.body) anchor.current?.focus({ preventScroll: true })
          }}
          onInteractOutside={(event) => {
            // The button itself closes its panel.
            if (event.target instanceof Node && anchor.current?.contains(event.target)) event.preventDefault()
          }}
          // So high that the keyboard of a phone leaves it in view.
          className="z-50 flex max-h-[min(26rem,var(--radix-popover-content-available-height))] w-[min(22rem,calc(100vw-1rem))] origin-(--radix-popover-content-transform-origin) animate-grow-in flex-col overflow-hidden rounded-[10px] border border-line raised shadow-float outline-none dark:border-transparent"
        >
          <div className="relative shrink-0 border-line border-b">
            <Search
              aria-hidden="true"
              className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted"
            />
            <input
              {...finder.fieldProps(true)}
              aria-label={placeholder}
              placeholder={placeholder}
              value={finder.typed}
              maxLength={200}
              enterKeyHint="done"
              onChange={({ target }) => finder.type(target.value)}
              onKeyDown={finder.takeKey}
              className="h-10 w-full truncate bg-transparent pr-3 pl-9.5 outline-none touch:h-12 touch:text-lg"
            />
          </div>
          <FinderList finder={finder} label={label} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
