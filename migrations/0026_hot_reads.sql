-- concurrently
DROP INDEX CONCURRENTLY IF EXISTS "clock_sessions_ended";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "clock_sessions_ended" ON "clock_sessions" USING btree ("end_time","start_time","department_id") WHERE "clock_sessions"."end_time" is not null;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "tasks_untaken";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "tasks_untaken" ON "tasks" USING btree ("department_id","due_or_never","id","kind") WHERE "tasks"."deleted_at" is null and "tasks"."closed_at" is null and "tasks"."status" <> 'completed' and "tasks"."assignee_id" is null;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "clock_sessions_end";
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "tasks_unassigned";
