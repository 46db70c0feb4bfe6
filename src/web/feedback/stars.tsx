import { Star } from 'lucide-react'
import { describeError, useI18n } from '../language.ts'
import { cx } from '../ui/class-names.ts'

const five = [1, 2, 3, 4, 5]

/** Shows a rating of up to five stars. */
export function Stars({ rating, className }: { rating: number; className?: string }) {
  const i18n = useI18n()
  return (
    <span
      role="img"
      aria-label={i18n.t('{rating, number} of 5 stars', { rating: Math.round(rating * 10) / 10 })}
      className={cx('inline-flex gap-0.5 text-medium', className)}
    >
      {five.map((star) => (
        <Star
          key={star}
          aria-hidden="true"
          className={cx('size-4', star <= Math.round(rating) ? 'fill-current' : 'text-control')}
        />
      ))}
    </span>
  )
}

/** A field for a rating: radio buttons that look like stars. */
export function StarField({
  name,
  value,
  onChange,
  error,
}: {
  name: string
  value: number
  onChange: (rating: number) => void
  error?: string | undefined
}) {
  const i18n = useI18n()
  return (
    <fieldset aria-describedby={error && `${name}-error`} className="flex flex-col gap-1.5">
      <legend className="mb-1 font-medium text-sm">
        {i18n.t('Rating')}
        <span aria-hidden="true" className="text-muted">
          {' *'}
        </span>
      </legend>
      <div className="-mx-1.5 flex text-medium">
        {five.map((star) => (
          <label
            key={star}
            className="relative grid size-10 cursor-pointer place-items-center rounded-control hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-accent touch:size-12"
          >
            <input
              type="radio"
              name={name}
              checked={star === value}
              onChange={() => onChange(star)}
              aria-label={i18n.t('{count, plural, one {# star} other {# stars}}', { count: star })}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            <Star aria-hidden="true" className={cx('size-6', star <= value ? 'fill-current' : 'text-control')} />
          </label>
        ))}
      </div>
      {error && (
        <p id={`${name}-error`} role="alert" className="font-medium text-overdue text-sm">
          {describeError(error, i18n)}
        </p>
      )}
    </fieldset>
  )
}
