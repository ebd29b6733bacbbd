import { several } from '../locale'

export const rows = (amount: number): string => several(amount, 'row', 'rows')
