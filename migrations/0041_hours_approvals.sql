CREATE TABLE "hours_answers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "hours_answers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"period_start" date NOT NULL,
	"period_end" date NOT NULL,
	"kind" varchar(10) NOT NULL,
	"hash" varchar(22) NOT NULL,
	"text" text,
	"said_by" uuid NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "hours_answers_text" CHECK (("hours_answers"."text" is null) = ("hours_answers"."kind" = 'confirm'))
);
--> statement-breakpoint
CREATE TABLE "hours_approvals" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "hours_approvals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"period_start" date NOT NULL,
	"period_end" date NOT NULL,
	"minutes" jsonb NOT NULL,
	"hash" varchar(22) NOT NULL,
	"approved_by" uuid NOT NULL,
	"approved_at" timestamptz(3) NOT NULL,
	"withdrawn_by" uuid,
	"withdrawn_at" timestamptz(3),
	"withdraw_reason" text,
	"told_at" timestamptz(3),
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "hours_approvals_order" CHECK ("hours_approvals"."period_end" >= "hours_approvals"."period_start"),
	CONSTRAINT "hours_approvals_withdrawn" CHECK (("hours_approvals"."withdrawn_at" is null) = ("hours_approvals"."withdrawn_by" is null))
);
--> statement-breakpoint
ALTER TABLE "hours_answers" ADD CONSTRAINT "hours_answers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hours_answers" ADD CONSTRAINT "hours_answers_said_by_users_id_fk" FOREIGN KEY ("said_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hours_approvals" ADD CONSTRAINT "hours_approvals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hours_approvals" ADD CONSTRAINT "hours_approvals_approved_by_users_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hours_approvals" ADD CONSTRAINT "hours_approvals_withdrawn_by_users_id_fk" FOREIGN KEY ("withdrawn_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "hours_answers_person" ON "hours_answers" USING btree ("user_id","period_start","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "hours_approvals_person" ON "hours_approvals" USING btree ("user_id","period_start","id" DESC NULLS FIRST);