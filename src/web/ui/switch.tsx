import { useId } from 'react'

/** A switch for on and off. `note` explains it below the label. */
export function Switch({
  label,
  note,
  checked,
  onChange,
}: {
  label: string
  note: string
  checked: boolean
  onChange: (checked: boolean) => void
}) {
  const id = useId()
  return (
    <label className="flex cursor-pointer items-center justify-between gap-4 rounded-card bg-sunken px-4 py-3 touch:min-h-14">
      <span>
        <span className="block font-medium">{label}</span>
        <span id={id} className="block text-muted text-sm">
          {note}
        </span>
      </span>
      <input
        type="checkbox"
        role="switch"
        aria-checked={checked}
        aria-label={label}
        aria-describedby={id}
        checked={checked}
        onChange={() => onChange(!checked)}
        className="relative h-5.5 w-9.5 shrink-0 cursor-pointer appearance-none rounded-full border border-control bg-surface transition-colors duration-120 before:absolute before:top-1/2 before:inset-s-0.75 before:size-3.5 before:-translate-y-1/2 before:rounded-full before:bg-muted before:transition-transform before:duration-120 checked:border-accent checked:bg-accent checked:before:translate-x-[calc(1rem*var(--dir))] checked:before:bg-on-accent forced-colors:before:bg-[ButtonText] forced-colors:checked:bg-[Highlight]"
      />
    </label>
  )
}
