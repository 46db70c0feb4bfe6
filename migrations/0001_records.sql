DROP INDEX "audit_logs_user";--> statement-breakpoint
DROP INDEX "audit_logs_action";--> statement-breakpoint
DROP INDEX "tasks_project";--> statement-breakpoint
CREATE INDEX "audit_logs_user_action" ON "audit_logs" USING btree ("user_id","action","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "feedback_user" ON "feedback" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "audit_logs_user" ON "audit_logs" USING btree ("user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_logs_action" ON "audit_logs" USING btree ("action","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "tasks_project" ON "tasks" USING btree ("project_id","deleted_at","status");