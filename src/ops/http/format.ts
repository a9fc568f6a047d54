export { formatCount, formatDuration, formatTime } from '../../core/report/format.ts'
