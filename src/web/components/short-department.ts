/** What a small screen has room for (specification, section 2). */
const short: Record<string, string> = {
  'All Departments': 'All Depts',
  'Front-of-House': 'FOH',
  'Front-of-House – Evening Operations': 'FOH – Evening',
  'Back-of-House': 'BOH',
  Operations: 'Ops',
}

export const shortDepartment = (name: string) => short[name] ?? name
