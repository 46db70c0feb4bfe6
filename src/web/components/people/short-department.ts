/** Short names of departments of the sample hotel, for small screens. */
const short: Record<string, string> = {
  'Front-of-House': 'FOH',
  'Front-of-House – Evening Operations': 'FOH – Evening',
  'Back-of-House': 'BOH',
  Operations: 'Ops',
}

/** A department's short name; its own name if it has none. */
export const shortDepartment = (name: string) => short[name] ?? name
